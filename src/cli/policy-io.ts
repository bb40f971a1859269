/** What every `guard policy` sub-command works with. */
import { loadKnowledge } from "../classify/load-knowledge.ts";
import { makeVisible } from "../core/visible.ts";
import { loadInput } from "../engine/load-layers.ts";
import { type Places, placesFor } from "../policy/find.ts";
import type { LoadInput } from "../policy/load.ts";
import { lineReader, type ReadLine } from "./policy-line.ts";
import { recallProfiles } from "./remembered-profiles.ts";

export interface PolicyIo {
  readonly stdout: (text: string) => void;
  readonly stderr: (text: string) => void;
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly columns: number;
}

export interface PolicyCall {
  readonly io: PolicyIo;
  readonly places: Places;
  readonly input: LoadInput;
  /** Accepted when guard run offered them; part of `input`. Undefined: never answered. */
  readonly remembered: readonly string[] | undefined;
  readonly readLine: ReadLine;
  readonly output: "json" | "text";
  readonly operands: readonly string[];
}

export type Prepared = PolicyCall | { readonly problem: string };

export async function prepareCall(
  io: PolicyIo,
  cwd: string,
  output: "json" | "text",
  operands: readonly string[],
): Promise<Prepared> {
  const loaded = loadKnowledge();
  if (loaded.kind === "unusable") return { problem: loaded.reason };
  const places = placesFor(cwd, io.env);
  const remembered = await recallProfiles(cwd, io.env);
  const input = { ...loadInput(places, loaded.knowledge), profiles: remembered ?? [] };
  const readLine = lineReader(places, loaded.knowledge);
  return { io, places, input, remembered, readLine, output, operands };
}

/** Policy text may come from a repository: nothing of it reaches the terminal as control characters. */
export function printLine(io: PolicyIo, text: string): void {
  io.stdout(`${makeVisible(text)}\n`);
}

export function printProblem(io: PolicyIo, text: string): void {
  io.stderr(`${makeVisible(text)}\n`);
}

/** The same data, with everything beyond plain ASCII escaped: a terminal may show it as well. */
export function printJson(io: PolicyIo, value: unknown, indent?: number): void {
  const escaped = (char: string): string => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`;
  io.stdout(`${JSON.stringify(value, undefined, indent).replace(/[^\n\x20-\x7e]/g, escaped)}\n`);
}
