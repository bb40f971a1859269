/** What a card shows besides the question: looked up when somebody looks, because it takes the disk. */
import * as z from "zod/mini";
import { RULINGS } from "../core/ruling.ts";

/** A text that would run: a script, a package's script. Hostile like the line. */
const RUN_TEXT = z.strictObject({
  /** In guard's words: "the script", "the npm script build". */
  title: z.string(),
  path: z.string(),
  text: z.string(),
  /** How much of it is not here: a card is not a pager. */
  leftOut: z.optional(z.strictObject({ characters: z.number(), lines: z.number() })),
  /** Somebody has allowed it before, and it is another one now. */
  change: z.optional(
    z.strictObject({
      sinceMs: z.number(),
      rows: z.array(z.strictObject({ kind: z.enum(["same", "added", "removed", "gap"]), text: z.string() })),
    }),
  ),
});
export type RunText = z.infer<typeof RUN_TEXT>;

export const CARD = z.strictObject({
  check: z.string(),
  /** Of the line, in UTF-16 units; in order, never overlapping. What lies between them is the shell's own. */
  parts: z.array(z.strictObject({ from: z.number(), to: z.number(), ruling: z.enum(RULINGS) })),
  /** In plain words, what matters most first: "deletes 214 files below build/". */
  effects: z.array(z.string()),
  /** The rule that decided. `where`: file and line, for rules from files. */
  rule: z.optional(z.strictObject({ id: z.string(), says: z.string(), where: z.optional(z.string()) })),
  texts: z.array(RUN_TEXT),
});
export type Card = z.infer<typeof CARD>;

export const RUNGS = ["exact", "flags", "subcommand", "program"] as const;
export const SAVE_LAYERS = ["user", "project"] as const;
export type SaveLayer = (typeof SAVE_LAYERS)[number];

/** What `always` may mean, narrowest first. */
export const LADDER = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("ladder"),
    rungs: z.array(
      z.strictObject({
        kind: z.enum(RUNGS),
        /** As it would stand in the file. */
        rule: z.string(),
        description: z.string(),
        /** What it newly allows besides what is asked now. */
        widens: z.array(z.string()),
        /** Past questions that it would have answered, newest first. */
        answers: z.array(z.string()),
        /** Past questions of the same program that it would not have answered. */
        misses: z.array(z.string()),
      }),
    ),
    /** Left out: none is chosen beforehand, and `noExact` tells why. */
    suggested: z.optional(z.enum(RUNGS)),
    /** Why the exact words are not among the rungs. */
    noExact: z.optional(z.string()),
    /** Files that can take it, the first is the one to offer. */
    files: z.array(z.strictObject({ layer: z.enum(SAVE_LAYERS), file: z.string() })),
  }),
  z.strictObject({ kind: z.literal("none"), because: z.string() }),
]);
export type Ladder = z.infer<typeof LADDER>;
