/**
 * Names that stay hidden or read-only when their owner puts something new there while the agent runs: the seat's keeper lays the
 * same mount again (shims/confine-keep.c). Where bwrap makes the masks there is none, and such a change can only be told.
 */
import { statSync } from "node:fs";
import type { HiddenTemplates } from "./hidden-files.ts";
import { isWithin } from "./look.ts";

export interface KeptName {
  readonly as: "hidden" | "stand-in" | "read-only" | "until-changed";
  readonly path: string;
  /** Of one that is hidden when it changes: what it was when its text was looked at. */
  readonly stamp?: string;
}

/** Nobody replaces what lies there, and the kernel tells of no change. */
const KERNELS = ["/proc", "/sys", "/dev"];

/** `shown`: files without a secret, each with its stamp. Those that the agent may write change by the agent's own work: they stay shown. */
export function keptNames(
  masked: readonly KeptName[],
  shown: ReadonlyMap<string, string>,
): readonly KeptName[] {
  const readOnly = masked.filter((name) => name.as === "read-only");
  const untilChanged = [...shown]
    .filter(([path]) => readOnly.some((held) => isWithin(path, held.path)))
    .map(([path, stamp]): KeptName => ({ as: "until-changed", path, stamp }));
  // These first: between two looks at the same name it is the one that hides.
  return [...untilChanged, ...masked.filter(({ path }) => !KERNELS.some((folder) => isWithin(path, folder)))];
}

/** For the seat. */
export function keptWords(
  names: readonly KeptName[],
  { file, folder }: Pick<HiddenTemplates, "file" | "folder">,
): readonly string[] {
  return [file, folder, ...names.flatMap(({ as, stamp = "", path }) => [as, stamp, path])];
}

/** Any change of the file changes it. Undefined: it cannot be looked at. */
export function stampOfFile(path: string): string | undefined {
  try {
    const { ino, ctimeNs } = statSync(path, { bigint: true });
    return `${ino}:${ctimeNs}`;
  } catch {
    return undefined;
  }
}
