/** What an attempt is: a named way of an agent to get a program to run without a verdict, and who is to stop it. */
import { spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildAttackers, writeMarked } from "./attackers.ts";

/**
 * exec stop: the gate saw what was loaded, and it was denied. filter: the call itself fails. tracing: a caller that the gate
 * cannot trace may not exec. kernel: cannot be done at all below the seat. scope: Landlock keeps processes outside apart.
 * seat: what the agent leaves behind is ended with it. reading: what the gate cannot read is killed where it stands.
 */
export type Layer = "exec stop" | "reading" | "filter" | "tracing" | "kernel" | "scope" | "seat";

export interface Attempt {
  /** A sentence: "… does not run". */
  readonly name: string;
  readonly stoppedBy: Layer;
  /** What the agent is; its program by an absolute path. */
  agent(place: Place): readonly string[];
  /** Programs on the way that may run; without them nothing but the agent itself. */
  readonly through?: readonly string[];
  /** Of what the agent prints: how far it came. */
  readonly says?: RegExp;
  /** The signal that ends the agent itself. */
  readonly endsBy?: NodeJS.Signals;
  /** A denied program that cannot print guard's line. */
  readonly silent?: true;
  readonly needs?: readonly Need[];
  /** What is different for anybody but root, and below `guard run`. */
  readonly asUser?: Different;
  readonly belowGuard?: Different;
  /** Where files are confined too. */
  readonly confined?: Different;
  /** Confined root cannot even try it (clone3, namespaces of its own): there it is tried unconfined. */
  readonly namespaces?: true;
}

type Different = Pick<Partial<Attempt>, "stoppedBy" | "says" | "silent">;

export type Need = "root" | "x86-64" | "cc -m32" | { readonly program: string };

const attackers = buildAttackers();
const canCompileNarrow = attackers.kind === "built" && existsSync(join(attackers.folder, "narrow"));

/** Landlock's, which keep everything outside the tree apart; older kernels have the filter alone. */
export const hasScopes =
  attackers.kind === "built" && spawnSync(join(attackers.folder, "other-doors"), ["scopes"]).status === 0;
export const NO_SCOPES = "this kernel has no Landlock scopes (6.12)";

/** Why an attempt cannot be made here. */
export function missing(needs: readonly Need[] = [], user = ""): string | undefined {
  for (const need of needs) {
    if (need === "root" && (process.getuid?.() !== 0 || user === "nobody")) return "it needs root";
    if (need === "x86-64" && process.arch !== "x64") return "it is for x86-64";
    if (need === "cc -m32" && !canCompileNarrow) return "cc -m32 does not work";
    if (typeof need === "object" && !existsSync(need.program)) return `${need.program} is not here`;
  }
  return undefined;
}

/** Files of one attempt, in a folder that everybody may write to. */
export class Place {
  readonly folder: string;
  readonly canary: string;
  readonly mark: string;
  readonly #attackers: string;

  constructor(folder: string, attackers: string) {
    chmodSync(folder, 0o777);
    this.folder = folder;
    this.#attackers = attackers;
    this.canary = join(folder, "canary");
    this.mark = join(folder, "mark");
    writeMarked(attackers, "canary", this.canary, this.mark);
  }

  get ran(): boolean {
    return existsSync(this.mark);
  }

  makeFolder(name: string): void {
    mkdirSync(join(this.folder, name), { recursive: true });
    chmodSync(join(this.folder, name), 0o755);
  }

  copy(from: string, name: string): string {
    const file = join(this.folder, name);
    copyFileSync(from, file);
    return file;
  }

  attacker(name: string): string {
    return join(this.#attackers, name);
  }

  /** Others that leave the canary's mark. */
  marked(name: "elsewhere" | "narrow" | "preloaded"): string {
    const file = join(this.folder, name);
    writeMarked(this.#attackers, name, file, this.mark);
    return file;
  }

  write(name: string, text: string): string {
    const file = join(this.folder, name);
    writeFileSync(file, text);
    chmodSync(file, 0o755);
    return file;
  }

  /** The agent is a script: its own text is nobody's question, what it starts is. */
  script(lines: string, interpreter = "/bin/bash"): readonly string[] {
    return [this.write("agent.sh", `#!${interpreter}\n${lines}\n`)];
  }
}
