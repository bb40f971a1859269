/** The command line that the shell hooks use (docs/SESSION.md) -> the fields of the question. */
import { QUESTION_ID } from "./answer.ts";
import type { Denial } from "./denial.ts";
import { exportedFunctionFields } from "./exported-functions.ts";
import type { Field } from "./frame.ts";

export interface Question {
  readonly wanted: "allow" | "noted";
  /** Somebody looks at the screen meanwhile. */
  readonly isTyped: boolean;
  readonly fields: readonly Field[];
}

export type CommandLine =
  | { readonly kind: "question"; readonly question: Question }
  | { readonly kind: "denied"; readonly denial: Denial };

const USAGE: Denial = {
  reason:
    "wrong call; guard-ask line|script|stdin SHELL PID [--interactive] [--prelude TEXT] [--exported-functions] [--incomplete] -- " +
    "WORDS, or guard-ask start|prompt SHELL PID [STATUS]",
  rule: "guard.bad-question",
};
const NO_FOLDER: Denial = {
  reason: "the current folder is gone or cannot be named; cd to another one first",
  rule: "guard.no-folder",
};
/** node has read them already, and what it could not read it replaced: the daemon would judge another command. */
const NOT_UTF8: Denial = {
  reason: "the command holds bytes that are not UTF-8, which guard without its C programs cannot check",
  rule: "guard.bad-question",
};

export function readCommandLine(args: readonly string[], cwd: string | undefined): CommandLine {
  const [kind, shell, pid, ...words] = args;
  if (kind === undefined || shell === undefined || pid === undefined) return denied(USAGE);
  if (args.some((word) => word.includes("\ufffd"))) return denied(NOT_UTF8);
  if (kind === "start" || kind === "prompt") {
    const [status, ...more] = words;
    if (more.length > 0 || (kind === "start" && status !== undefined)) return denied(USAGE);
    const ended: readonly Field[] = status === undefined ? [] : [["status", status]];
    return asked("noted", [...head(kind), ["shell", shell], ["pid", pid], ...ended]);
  }
  const rest = restOf(kind, words);
  if (rest === undefined) return denied(USAGE);
  if (cwd === undefined) return denied(NO_FOLDER);
  const place: readonly Field[] = [
    ["layer", "hook"],
    ["kind", kind],
    ["shell", shell],
    ["pid", pid],
    ["cwd", cwd],
  ];
  return asked("allow", [...head("check"), ...place, ...rest]);
}

function head(op: string): readonly Field[] {
  return [
    ["guard", "1"],
    ["op", op],
    ["id", QUESTION_ID],
  ];
}

function restOf(kind: string, words: readonly string[]): readonly Field[] | undefined {
  switch (kind) {
    case "line":
      return lineFields(words);
    case "script": {
      const [dashes, file] = words;
      return dashes === "--" && file !== undefined
        ? [["path", file], ...argFields(words.slice(1))]
        : undefined;
    }
    case "stdin":
      return words[0] === "--" ? argFields(words.slice(1)) : undefined;
    default:
      return undefined;
  }
}

/** What stands behind `--` is $0, $1 and so on. */
function argFields(words: readonly string[]): readonly Field[] {
  return words.map((word) => ["arg", word]);
}

function lineFields(words: readonly string[]): readonly Field[] | undefined {
  const fields: Field[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const next = words[at + 1];
    switch (words[at]) {
      case "--":
        return next !== undefined && words.length === at + 2 ? [...fields, ["line", next]] : undefined;
      case "--interactive":
        fields.push(["interactive", "yes"]);
        break;
      case "--incomplete":
        fields.push(["incomplete", "yes"]);
        break;
      case "--exported-functions":
        fields.push(...exportedFunctionFields(process.env));
        break;
      case "--prelude":
        if (next === undefined) return undefined;
        fields.push(["prelude", next]);
        at += 1;
        break;
      default:
        return undefined;
    }
  }
  return undefined;
}

function asked(wanted: Question["wanted"], fields: readonly Field[]): CommandLine {
  const isTyped = fields.some(([key]) => key === "interactive");
  return { kind: "question", question: { wanted, isTyped, fields } };
}

function denied(denial: Denial): CommandLine {
  return { kind: "denied", denial };
}
