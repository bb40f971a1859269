/** What is collected while one command is looked at. */
import type { Effect, EffectKind, Prints, Run, Target } from "../core/effect.ts";

export interface Findings {
  readonly effects: Effect[];
  readonly runs: Run[];
  /** Where the program works after its folder options. */
  folders?: readonly (string | null)[];
  known?: string;
  instead?: string;
  can?: readonly string[];
  prints?: Prints | undefined;
}

export function noFindings(): Findings {
  return { effects: [], runs: [] };
}

/** In plain words, for people: what a kind means after a program's name. */
export const SAYS: Readonly<Record<EffectKind, string>> = {
  read: "reads",
  list: "lists",
  search: "searches",
  write: "writes or changes",
  delete: "deletes",
  execute: "runs code, or does what cannot be told before it runs",
  network: "talks to other machines",
  privilege: "changes the system or gains rights",
  tamper: "changes what guard relies on",
};

export function add(findings: Findings, kind: EffectKind, because: string, target?: Target): void {
  findings.effects.push(target === undefined ? { kind, because } : { kind, target, because });
}
