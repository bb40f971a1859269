/** What every `guard policy` sub-command works with. */
import { loadKnowledge } from "../classify/load-knowledge.ts";
import type { ReadExample } from "../policy/examples.ts";
import { type Places, placesFor } from "../policy/find.ts";
import { exampleReader } from "./load-layers.ts";
import { makeVisible } from "./visible.ts";

export interface PolicyIo {
  readonly stdout: (text: string) => void;
  readonly stderr: (text: string) => void;
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

export interface PolicyCall {
  readonly io: PolicyIo;
  readonly places: Places;
  readonly readExample: ReadExample;
  readonly output: "json" | "text";
  readonly operands: readonly string[];
}

export type Prepared = PolicyCall | { readonly problem: string };

export function prepareCall(
  io: PolicyIo,
  cwd: string,
  output: "json" | "text",
  operands: readonly string[],
): Prepared {
  const knowledge = loadKnowledge();
  if (knowledge.kind === "unusable") return { problem: knowledge.reason };
  const places = placesFor(cwd, io.env);
  return { io, places, readExample: exampleReader(places, knowledge.knowledge), output, operands };
}

/** Policy text may come from a repository: nothing of it reaches the terminal as control characters. */
export function printLine(io: PolicyIo, text: string): void {
  io.stdout(`${makeVisible(text)}\n`);
}

export function printProblem(io: PolicyIo, text: string): void {
  io.stderr(`${makeVisible(text)}\n`);
}
