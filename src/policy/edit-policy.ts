/** One change of a policy file: lock, read, edit, have guard's own loader accept it, replace. */
import { sha256 } from "../core/sha256.ts";
import { checkDraft, type SavedLayer } from "./check-draft.ts";
import { lockFile } from "./file-lock.ts";
import type { LoadInput } from "./load-layer.ts";
import type { Problem } from "./policy.ts";
import { isNamed } from "./presence.ts";
import { readPolicyFile } from "./read-file.ts";
import { draftFor, makeFolderFor } from "./replace-file.ts";
import type { TextOutcome } from "./rule-text.ts";
import type { PolicyData } from "./schema.ts";
import { isTrusted, trust, untrust } from "./trust.ts";

/** Nothing was written, and why. */
export type Unsaved =
  /** The file as it is: guard does not accept it. */
  | { readonly kind: "broken"; readonly file: string; readonly problems: readonly Problem[] }
  /** With the change guard would not accept it. */
  | { readonly kind: "refused"; readonly file: string; readonly problems: readonly Problem[] }
  /** A project's file that nobody has trusted: what is added to it would not count. */
  | { readonly kind: "untrusted"; readonly file: string }
  | { readonly kind: "failed"; readonly file: string; readonly reason: string };

export type Edit<T> =
  | { readonly kind: "done"; readonly outcome: T }
  | {
      readonly kind: "write";
      readonly edited: TextOutcome;
      readonly expected: PolicyData;
      readonly outcome: T;
    };

interface Target {
  readonly layer: SavedLayer;
  readonly input: LoadInput;
}

interface Present {
  readonly text: string;
  readonly data: PolicyData;
  readonly bom: boolean;
  /** A project's file that nobody has read is edited, but not trusted for that. */
  readonly standing: "trusted" | "untrusted";
  /** Undefined: there is no file yet. */
  readonly sha256?: string;
}

const NEW_FILE = "version: 1\n";
const BOM = "\ufeff";

export async function editPolicy<T>(
  file: string,
  target: Target,
  edit: (present: Present) => Edit<T>,
): Promise<T | Unsaved> {
  const failed = (error: unknown): Unsaved => ({ kind: "failed", file, reason: reasonOf(error) });
  try {
    makeFolderFor(file, target.layer === "user" ? 0o700 : 0o755);
  } catch (error) {
    return failed(error);
  }
  const lock = await lockFile(file);
  if (lock.kind === "failed") return { kind: "failed", file, reason: lock.reason };
  try {
    const present = await readPresent(file, target);
    if ("kind" in present) return present;
    const edited = edit(present);
    return edited.kind === "done" ? edited.outcome : await write(file, target, present, edited);
  } catch (error) {
    return failed(error);
  } finally {
    lock.release();
  }
}

async function readPresent(file: string, { layer, input }: Target): Promise<Present | Unsaved> {
  if (!isNamed(file)) return { text: NEW_FILE, data: { version: 1 }, bom: false, standing: "trusted" };
  const loaded = await checkDraft(file, file, layer, input);
  if (loaded.kind === "refused") return { kind: "broken", file, problems: loaded.problems };
  const read = readPolicyFile(file, layer, input.places.owners);
  if (read.kind === "refused") return { kind: "broken", file, problems: read.problems };
  if (sha256(read.bytes) !== loaded.sha256)
    return { kind: "failed", file, reason: "somebody changed the file at the same time: try again" };
  return {
    text: read.text,
    data: loaded.data,
    bom: read.bytes.toString("utf8", 0, 3) === BOM,
    standing: standingOf(file, { layer, input }, loaded.sha256),
    sha256: loaded.sha256,
  };
}

export function standingOf(file: string, { layer, input }: Target, hash: string): Present["standing"] {
  return layer === "user" || isTrusted(input.places.trustDir, file, hash) ? "trusted" : "untrusted";
}

async function write<T>(
  file: string,
  { layer, input }: Target,
  { bom, standing, sha256: before }: Present,
  { edited, expected, outcome }: Extract<Edit<T>, { kind: "write" }>,
): Promise<T | Unsaved> {
  if (edited.kind === "by-hand")
    return { kind: "failed", file, reason: `${edited.reason}: change the file by hand` };
  const draft = draftFor(file, Buffer.from((bom ? BOM : "") + edited.text, "utf8"));
  try {
    const loaded = await checkDraft(draft.path, file, layer, input);
    if (loaded.kind === "refused") return { kind: "refused", file, problems: loaded.problems };
    if (canonical(loaded.data) !== canonical(expected))
      return { kind: "failed", file, reason: "its YAML is written in an unusual way: change it by hand" };
    const trustAs = (hash: string): void => {
      if (layer === "project" && standing === "trusted") trust(input.places.trustDir, file, hash, new Date());
    };
    // Before the file is there: a record that cannot be written must not leave a rule that does not count.
    trustAs(loaded.sha256);
    try {
      draft.put();
    } catch (error) {
      if (before !== undefined) trustAs(before);
      else if (layer === "project") untrust(input.places.trustDir, file);
      throw error;
    }
    return outcome;
  } finally {
    draft.drop();
  }
}

/** Whatever order its fields have; an empty list and none are the same. */
function canonical({ rules = [], ...rest }: PolicyData): string {
  return JSON.stringify({ ...rest, rules }, (_key, value: unknown) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}

function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  switch (code) {
    case "ENOSPC":
    case "EDQUOT":
      return "the disk is full: make room and answer again";
    case "EROFS":
      return "the file system is read-only";
    case "EACCES":
    case "EPERM":
      return `no right to write there (${code}): check the file, its folder and their owner`;
    default:
      return code === undefined ? message : `cannot be written (${code})`;
  }
}
