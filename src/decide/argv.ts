/** A program with its arguments, as the kernel would get them: never joined and parsed again. */
import type { ParseOutcome } from "../core/command.ts";
import { textWord } from "../core/word.ts";
import { MAX_WORDS } from "./long-command.ts";

/** `line`: how it is shown. */
export function argvOutcome(argv: readonly string[], cwd: string | null, line: string): ParseOutcome {
  // What came as other bytes than UTF-8 is not what would run.
  if (argv.some((arg) => /[\0\ufffd]/.test(arg)))
    return { kind: "unparsable", reason: "holds text that is not valid UTF-8" };
  let pos = 0;
  // One word too many is enough to see that there are too many.
  const words = argv.slice(0, MAX_WORDS + 1).map((arg) => {
    const end = pos + quoteArg(arg).length;
    const word = textWord(arg, { pos, end });
    pos = end + 1;
    return word;
  });
  const command = {
    argv: words,
    assignments: [],
    redirects: [],
    stdin: { kind: "inherited" },
    cwds: [cwd],
    nesting: [],
    pos: 0,
    end: line.length,
    exports: new Map(),
  } as const;
  return { kind: "parsed", commands: argv.length === 0 ? [] : [command], doubts: [], plain: true };
}

/** For showing only. */
export function quoteArgv(argv: readonly string[]): string {
  return argv.map(quoteArg).join(" ");
}

function quoteArg(arg: string): string {
  return /^[\w@%+=:,./-]+$/.test(arg) ? arg : `'${arg.replaceAll("'", "'\\''")}'`;
}
