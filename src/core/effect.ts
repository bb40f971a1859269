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

/** A command that this command starts. */
export type Run =
  /** Program and arguments, as words. `more` = further words that come from stdin or a search (xargs, parallel). */
  | {
      readonly kind: "argv";
      readonly argv: readonly Word[];
      readonly more: "none" | "stdin";
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
  /** A shell that reads its commands from stdin. */
  | { readonly kind: "stdin"; readonly dialect: Dialect; readonly via: string }
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

/** A command with what it does, as far as it can be told. */
export interface Classified {
  /** Undefined: the name cannot be known, or there is none (assignments and redirections only). */
  readonly program?: Program;
  readonly effects: readonly Effect[];
  readonly runs: readonly Run[];
  /** Changing cloud or cluster tools: a human must type CONFIRM. */
  readonly confirm?: { readonly can: readonly string[] };
  /** In the knowledge base under this name, e.g. "git push". */
  readonly known?: string;
  readonly instead?: string;
  /** It prints paths that lie below its read/list/search targets (find, git ls-files). */
  readonly printsPaths: boolean;
}
