/** Builds what parser and classifier would give, from a plain line: blanks split, $x is unknown, "$x" does not split. */
import { join, normalize } from "node:path/posix";
import type { Command } from "../../src/core/command.ts";
import type { Classified, Effect, EffectKind } from "../../src/core/effect.ts";
import type { Piece, Word } from "../../src/core/word.ts";
import type { Subject } from "../../src/policy/policy.ts";

export const ROOT = "/home/dev/app";
export const HOME = "/home/dev";

export interface SubjectOptions {
  readonly cwds?: readonly (string | null)[];
  readonly effects?: readonly Effect[];
  readonly known?: string;
  readonly env?: readonly string[];
}

export function subjectOf(line: string, options: SubjectOptions = {}): Subject {
  const argv = (line.match(/'[^']*'|\S+/g) ?? []).map(wordOf);
  const command: Command = {
    argv,
    assignments: (options.env ?? []).map((name) => ({ name, values: [], exported: true, pos: 0, end: 0 })),
    redirects: [],
    stdin: { kind: "inherited" },
    cwds: options.cwds ?? [ROOT],
    nesting: [],
    pos: 0,
    end: line.length,
    exports: new Map(),
  };
  return { command, classified: classifiedOf(argv, options) };
}

function classifiedOf(argv: readonly Word[], { effects = [], known }: SubjectOptions): Classified {
  const text = argv[0]?.pieces.map((piece) => piece.text).join("") ?? "";
  const isKnown = text !== "" && argv[0]?.pieces.every((piece) => piece.kind === "text");
  const name = text.slice(text.lastIndexOf("/") + 1);
  const trusted = !text.includes("/") || /^\/(usr\/)?bin\//.test(text);
  return {
    effects,
    runs: [],
    printsPaths: false,
    ...(isKnown ? { program: { name, text, trusted } } : {}),
    ...(known === undefined ? {} : { known }),
  };
}

function wordOf(text: string): Word {
  return { pieces: piecesOf(text), pos: 0, end: text.length };
}

function piecesOf(text: string): Piece[] {
  if (text.startsWith("'")) return [{ kind: "text", text: text.slice(1, -1) }];
  return text.split(/("?\$[A-Z]+"?|[*?])/).flatMap((part): Piece[] => {
    if (part === "") return [];
    if (part === "*" || part === "?") return [{ kind: "glob", text: part }];
    if (!part.includes("$")) return [{ kind: "text", text: part }];
    return [{ kind: "unknown", why: "variable", text: part, splits: !part.startsWith('"') }];
  });
}

export function pathEffect(
  kind: EffectKind,
  path: string,
  more: { readonly below?: true; readonly glob?: true } = {},
): Effect {
  const absolute = path.startsWith("/") ? normalize(path) : join(ROOT, path);
  return {
    kind,
    because: "test",
    target: {
      kind: "path",
      path: absolute,
      text: path,
      glob: more.glob ?? false,
      below: more.below ?? false,
    },
  };
}

export function unknownPathEffect(kind: EffectKind): Effect {
  return { kind, because: "test", target: { kind: "unknown-path", text: "$F" } };
}
