/** A recorded check, judged by an engine of today. Nothing is run, asked or written; of scripts the text is read as it is now. */
import { resolve } from "node:path";
import { DIALECTS } from "../core/command.ts";
import type { CheckInput } from "../decide/engine.ts";
import { readAtOnce } from "../disk/read-at-once.ts";
import type { Seen } from "./seen.ts";

/** As the daemon reads them (check-input.ts). */
const MAX_SCRIPT_BYTES = 256 * 1024;

export function inputOf({ what, cwd, mode, dialect }: Seen): CheckInput {
  const rest = { cwd, mode, ...(dialect === undefined ? {} : { dialect }) };
  switch (what.kind) {
    case "line":
      return { what, ...rest };
    case "argv":
      return { what: { kind: "argv", argv: what.argv }, ...rest };
    case "script":
      return { what: scriptOf(what.argv, cwd), ...rest };
    case "stdin":
      return { what: { kind: "stdin", dialect: dialect ?? "bash", argv: withoutS(what.argv) }, ...rest };
  }
}

/** What is installed was shown as a program, and a script that is gone is one that nobody can read. */
function scriptOf(argv: readonly string[], cwd: string): CheckInput["what"] {
  const [shell, path, ...args] = argv;
  const dialect = DIALECTS.find((known) => known === shell);
  if (dialect === undefined || path === undefined) return { kind: "argv", argv };
  const read = readAtOnce(resolve(cwd, path), MAX_SCRIPT_BYTES);
  if (read.kind !== "bytes") return { kind: "argv", argv };
  return { kind: "script", text: read.bytes.toString("utf8"), dialect, path, args };
}

/** -s is how such a shell is shown (checked.ts). */
function withoutS([name = "", dashS, ...args]: readonly string[]): readonly string[] {
  return dashS === "-s" ? [name, ...args] : [name];
}
