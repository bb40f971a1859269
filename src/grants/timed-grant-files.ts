/**
 * Timed grants in the state folder, so that they hold over sessions and restarts. The folder is looked at each time, for another
 * session may have taken one back: it is asked only where a person would be. Never throws; what is in doubt answers nothing.
 */
import {
  encodeTimedGrant,
  isAnswerTo,
  isGrantId,
  parseTimedGrant,
  type TimedGrant,
} from "../approval/timed-grants.ts";
import { removeFile } from "../disk/files.ts";
import { KnownTimedGrants, type LookedGrants } from "./known-timed-grants.ts";
import { grantFile, writeGrant } from "./timed-grant-file.ts";
import { dropOldDrafts, explainFailure, findFolderProblem, makePrivateFolder } from "./timed-grant-folder.ts";

export type SavedGrant = { readonly kind: "saved" } | { readonly kind: "failed"; readonly reason: string };

export type RevokedGrant =
  | { readonly kind: "revoked"; readonly grant: TimedGrant }
  | { readonly kind: "not-found" }
  | { readonly kind: "failed"; readonly reason: string };

export interface TimedGrants {
  readonly save: (grant: TimedGrant) => Promise<SavedGrant>;
  /** `problems`: files that do not count, each told once. */
  readonly find: (
    key: string,
    ruling: "ask" | "confirm",
  ) => Promise<{ readonly grant?: TimedGrant; readonly problems: readonly string[] }>;
  /** Those that hold, oldest first, and every file that does not count. */
  readonly list: () => Promise<LookedGrants>;
  readonly revoke: (id: string) => Promise<RevokedGrant>;
}

export const MOST_TIMED_GRANTS = 500;

export function openTimedGrants(folder: string, nowMs: () => number): TimedGrants {
  const known = new KnownTimedGrants(folder, nowMs);
  let told: ReadonlySet<string> = new Set();

  function findUntold(problems: readonly string[]): string[] {
    const untold = problems.filter((problem) => !told.has(problem));
    told = new Set(problems);
    return untold;
  }

  async function find(key: string, ruling: "ask" | "confirm") {
    const { grants, problems } = await known.look();
    const untold = findUntold(problems);
    for (const { id } of grants.filter((grant) => isAnswerTo(grant, key, ruling))) {
      const read = await known.readAgain(id);
      if (read.kind !== "grant" || known.timeOf(read.grant) !== "holds") continue;
      if (isAnswerTo(read.grant, key, ruling)) return { grant: read.grant, problems: untold };
    }
    return { problems: untold };
  }

  /** For people: each of them as it is on the disk now. */
  async function list(): Promise<LookedGrants> {
    for (const { id } of (await known.look()).grants) await known.readAgain(id);
    return known.look();
  }

  async function save(grant: TimedGrant): Promise<SavedGrant> {
    const checked = parseTimedGrant(encodeTimedGrant(grant), grant.id);
    if (checked.kind === "broken") return failed(`the grant cannot be kept: ${checked.problem}`);
    if (known.timeOf(grant) !== "holds") return failed("the grant cannot be kept: it does not hold now");
    await makePrivateFolder(folder);
    const { folder: state, grants, problems } = await known.look();
    if (state === "unusable") return failed(problems.join("; "));
    if (grants.length >= MOST_TIMED_GRANTS)
      return failed(`${grants.length} timed grants hold already; take some back with guard grants revoke`);
    await dropOldDrafts(folder, nowMs());
    await writeGrant(folder, checked.grant);
    return { kind: "saved" };
  }

  async function revoke(id: string): Promise<RevokedGrant> {
    if (!isGrantId(id)) return { kind: "not-found" };
    const problem = await findFolderProblem(folder);
    if (problem === "not-there") return { kind: "not-found" };
    if (problem !== undefined) return failed(problem);
    const read = await known.readAgain(id);
    if (read.kind === "broken") return failed(read.problem);
    if (read.kind === "gone" || known.timeOf(read.grant) === "ended") return { kind: "not-found" };
    await removeFile(grantFile(folder, id));
    return { kind: "revoked", grant: read.grant };
  }

  const explain = (error: unknown) => explainFailure(folder, error as NodeJS.ErrnoException);
  return {
    save: (grant) => save(grant).catch((error) => failed(explain(error))),
    find: (key, ruling) => find(key, ruling).catch((error) => ({ problems: findUntold([explain(error)]) })),
    list: () => list().catch((error) => ({ folder: "unusable", grants: [], problems: [explain(error)] })),
    revoke: (id) => revoke(id).catch((error) => failed(explain(error))),
  };
}

function failed(reason: string): { readonly kind: "failed"; readonly reason: string } {
  return { kind: "failed", reason };
}
