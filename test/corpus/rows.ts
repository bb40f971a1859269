/** Reads the labelled lines of this folder. Only data comes out of here: it knows nothing of the engine. */
import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { z } from "zod";
import { MODES, type Ruling } from "../../src/core/ruling.ts";

export const HOME = "/home/me";
export const PROJECT = "/home/me/project";

const WANTS = ["deny", "allow", "not-allow", "ask", "confirm"] as const;
export type Want = (typeof WANTS)[number];

const rowSchema = z.strictObject({
  name: z.string().min(1),
  line: z.string().min(1),
  want: z.enum(WANTS),
  mode: z.enum(MODES).optional(),
  cwd: z.string().startsWith("/").optional(),
});
export type Row = z.infer<typeof rowSchema>;

export const CORPUS_FILES = ["must-deny", "must-allow", "must-ask", "plan", "full-auto"] as const;
export type CorpusFile = (typeof CORPUS_FILES)[number];

export function readRows(file: CorpusFile): readonly Row[] {
  const text = readFileSync(new URL(`./${file}.yaml`, import.meta.url), "utf8");
  return z.array(rowSchema).parse(parse(text));
}

/** The rulings that a label accepts. */
export function accepted(want: Want): readonly Ruling[] {
  switch (want) {
    case "not-allow":
      return ["ask", "confirm", "deny"];
    case "allow":
    case "ask":
    case "confirm":
    case "deny":
      return [want];
  }
}
