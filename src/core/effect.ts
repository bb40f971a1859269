/** What a command would do. */
import type { Dialect } from "./command.ts";
import type { Word } from "./word.ts";

export const EFFECT_KINDS = [
  "read",
  "list",
  "search",
  "write",
  "delete",
  "execute",
  "network",
  "privilege",
  "tamper",
] as const;
export type EffectKind = (typeof EFFECT_KINDS)[number];

/** The kinds that change nothing and reach nobody. */
export const QUIET_KINDS: ReadonlySet<EffectKind> = new Set(["read", "list", "search"]);

export type Target =
  /** An absolute, normalised path (`..` and `.` removed); `glob` when it still holds wildcards; `below` when the whole tree is meant. */
  | {
      readonly kind: "path";
      readonly path: string;
      readonly text: string;
      readonly glob: boolean;
      readonly below: boolean;
      /** As written and absolute, where it holds `..`: behind a symbolic link that leads elsewhere than `path`. */
      readonly raw?: string;
    }
  /** A path that cannot be known before it runs; `text` as written. */
  | { readonly kind: "unknown-path"; readonly text: string }
  | { readonly kind: "host"; readonly text: string }
  | { readonly kind: "process"; readonly text: string }
  | { readonly kind: "variable"; readonly text: string }
  | { readonly kind: "code"; readonly language: string; readonly text: string }
  | { readonly kind: "thing"; readonly text: string };

export interface Effect {
  readonly kind: EffectKind;
  readonly target?: Target;
  /** In plain words, for people: "option -o writes its value". */
  readonly because: string;
  /** Works on the whole tree below its target: `rm -r`, `chmod -R`. */
  readonly recursive?: true;
}

/** How a program cuts its stdin into words for the program that it starts. */
export type Splitting =
  /** At blanks and line ends; quotes and backslashes are taken away (xargs). `most` = words for each start. */
  | { readonly kind: "words"; readonly most?: number }
  /** At one character, and nothing else is special (xargs -0, -d). */
  | { readonly kind: "separator"; readonly separator: string; readonly most?: number }
  /** Each line, or each piece between separators, takes the marker's place in `argv` (xargs -I). */
  | {
      readonly kind: "replace";
      readonly marker: string;
      readonly argv: readonly Word[];
      readonly separator?: string;
    };

/** A command that this command starts. */
export type Run =
  /** Program and arguments, as words. `more` = further words that come from stdin or a search (xargs, parallel). */
  | {
      readonly kind: "argv";
      readonly argv: readonly Word[];
      readonly more: "none" | "stdin";
      /** Left out: it cannot be told which words stdin becomes. */
      readonly splitting?: Splitting;
      readonly via: string;
      readonly cwd?: Word;
    }
  /** Text for a shell; `positional` = $0, $1, … */
  | {
      readonly kind: "shell";
      readonly text: Word;
      readonly dialect: Dialect;
      readonly positional: readonly Word[];
      readonly via: string;
    }
  /** A shell that reads its commands from stdin; `positional` = $1, $2, …, left out: they cannot be known. */
  | {
      readonly kind: "stdin";
      readonly dialect: Dialect;
      readonly positional?: readonly Word[];
      readonly via: string;
    }
  /** A named script of the project: `npm run build`, `make test`. */
  | { readonly kind: "task"; readonly tool: string; readonly name: Word; readonly via: string };

export interface Program {
  /** Base name, e.g. "rm". */
  readonly name: string;
  /** As written. */
  readonly text: string;
  /** Found by name on PATH or in a system folder: the knowledge base may speak for it. */
  readonly trusted: boolean;
}

/** What a command writes to stdout, where its entry can tell. */
export type Prints =
  /** Paths at or below these words, as they are written; without any: below the folder it runs in. */
  | { readonly kind: "paths"; readonly roots: readonly Word[] }
  /** Whole lines of its stdin, unchanged; some may be missing, or stand elsewhere. */
  | { readonly kind: "lines" }
  /** One plain name (an object id, a branch): no blanks, no dash in front, never a path that leads out of the folder. */
  | { readonly kind: "name" }
  /** One of these folders, or one above; null = cannot be known. */
  | { readonly kind: "folder"; readonly from: readonly (string | null)[] }
  /** Where these programs are installed. */
  | { readonly kind: "programs"; readonly names: readonly string[] };

/** A command with what it does, as far as it can be told. */
export interface Classified {
  /** Undefined: the name cannot be known, or there is none (assignments and redirections only). */
  readonly program?: Program;
  readonly effects: readonly Effect[];
  readonly runs: readonly Run[];
  /** Where it works after its folder options (`git -C`); null = cannot be known. Left out: where it is started. */
  readonly folders?: readonly (string | null)[];
  /** Changing cloud or cluster tools: a human must type CONFIRM. */
  readonly confirm?: { readonly can: readonly string[] };
  /** In the knowledge base under this name, e.g. "git push". */
  readonly known?: string;
  readonly instead?: string;
  /** It prints paths that lie below its read/list/search targets (find, git ls-files). */
  readonly printsPaths: boolean;
  readonly prints?: Prints;
}
