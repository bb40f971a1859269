/** What the folder of timed grants holds, looked at anew each time; only files that were not there before are read. */
import { type TimedGrant, timeOfGrant } from "../approval/timed-grants.ts";
import { removeFile } from "../disk/files.ts";
import { grantFile, type ReadGrant, readGrant } from "./timed-grant-file.ts";
import { type GrantNames, readGrantNames } from "./timed-grant-folder.ts";

export interface LookedGrants extends Pick<GrantNames, "folder"> {
  /** Those that hold, oldest first. */
  readonly grants: readonly TimedGrant[];
  /** Every file that does not count, and why. */
  readonly problems: readonly string[];
}

export class KnownTimedGrants {
  readonly #folder: string;
  readonly #nowMs: () => number;
  /** A file is never changed, only put and removed; what is used is read again. */
  readonly #known = new Map<string, TimedGrant>();
  #latestMs = 0;

  constructor(folder: string, nowMs: () => number) {
    this.#folder = folder;
    this.#nowMs = nowMs;
  }

  async look(): Promise<LookedGrants> {
    const { folder, ids, problems } = await readGrantNames(this.#folder);
    for (const id of this.#known.keys()) if (!ids.has(id)) this.#known.delete(id);
    const broken: string[] = [];
    for (const id of ids) {
      const read = this.#known.has(id) ? undefined : await this.readAgain(id);
      if (read?.kind === "broken") broken.push(read.problem);
    }
    await this.#dropEnded();
    const grants = [...this.#known.values()].filter((grant) => this.timeOf(grant) === "holds");
    return {
      folder,
      grants: grants.toSorted((a, b) => a.grantedAtMs - b.grantedAtMs),
      problems: shorten([...problems, ...broken]),
    };
  }

  /** As it stands on the disk now, whatever was read before. */
  async readAgain(id: string): Promise<ReadGrant> {
    const read = await readGrant(this.#folder, id);
    if (read.kind === "grant") this.#known.set(id, read.grant);
    else this.#known.delete(id);
    return read;
  }

  timeOf(grant: TimedGrant): ReturnType<typeof timeOfGrant> {
    const nowMs = this.#nowMs();
    this.#latestMs = Math.max(this.#latestMs, nowMs);
    return timeOfGrant(grant, { nowMs, latestMs: this.#latestMs });
  }

  async #dropEnded(): Promise<void> {
    for (const grant of this.#known.values()) {
      if (this.timeOf(grant) !== "ended") continue;
      this.#known.delete(grant.id);
      await removeFile(grantFile(this.#folder, grant.id)).catch(() => undefined);
    }
  }
}

const MOST_PROBLEMS = 20;

function shorten(problems: readonly string[]): readonly string[] {
  const left = problems.length - MOST_PROBLEMS;
  return left <= 0
    ? problems
    : [...problems.slice(0, MOST_PROBLEMS), `${left} more files beside these do not count`];
}
