/** Everything the roles need to know about the command they play in. */
import type { Word } from "../core/word.ts";
import type { Findings } from "./findings.ts";
import type { Folders } from "./paths.ts";
import type { SplittingNotes } from "./splitting.ts";
import type { Variables } from "./variables.ts";

export interface Context {
  readonly home: string;
  readonly project?: string;
  /** Where a session's shims lie. */
  readonly shims?: string;
  /** guard's own command line, where it is installed. */
  readonly guard?: string;
}

export interface Scene {
  readonly findings: Findings;
  readonly variables: Variables;
  readonly context: Context;
  /** Base name of the program. */
  readonly program: string;
  label: string;
  /** Where paths are looked up. */
  cwds: Folders;
  recursive: boolean;
  /** The folder option of a wrapper (`env -C`). */
  cwdWord?: Word;
  /** How stdin becomes words for the program that it starts. */
  readonly splitting: SplittingNotes;
  /** The operands that name paths. */
  readonly named: Word[];
  /** An option before the sub-command may make the output something else. */
  formLost: boolean;
  /** Words that `env -S` puts before the operands. */
  readonly argvPrefix: Word[];
  /** A shell: `-` as its script means that it reads its commands from stdin. */
  takesStdin: boolean;
  /** Code by language: several `-e` make one program. */
  readonly code: Map<string, Word[]>;
  /** What a word in the role `listed` may be. */
  words: ReadonlySet<string>;
  /** The search roots that find's `{}` stands for. */
  roots: readonly Word[];
}
