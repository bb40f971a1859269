/** Whatever is wrapped around a command, it is not lost: a denied command stays denied. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { loadKnowledge } from "../../src/classify/load-knowledge.ts";
import type { Ruling } from "../../src/core/ruling.ts";
import { createEngine } from "../../src/decide/engine.ts";

const { GUARD_FUZZ_RUNS = "300" } = process.env;
const RUNS = Number(GUARD_FUZZ_RUNS);

const loaded = loadKnowledge();
if (loaded.kind !== "loaded") throw new Error(loaded.reason);
const engine = createEngine({ home: "/home/u", knowledge: loaded.knowledge });

async function rulingOf(line: string): Promise<Ruling> {
  return (await engine.check({ what: { kind: "line", line }, cwd: "/w" })).ruling;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

const DENIED = [
  "rm -rf /",
  "sudo ls",
  "cat ~/.ssh/id_rsa",
  "mkfs.ext4 /dev/sda1",
  "chmod -R 777 /etc",
  "dd if=/dev/zero of=/dev/sda",
];

type Wrap = (line: string) => string;

/** Around a line of any form. */
const AROUND_LINES: readonly (readonly [name: string, wrap: Wrap])[] = [
  ["a subshell", (line) => `( ${line} )`],
  ["a group", (line) => `{ ${line}; }`],
  ["a group with a redirection", (line) => `{ ${line}; } >/dev/null 2>&1`],
  ["a condition", (line) => `if true; then ${line}; fi`],
  ["a condition's test", (line) => `if ${line}; then true; fi`],
  ["an else branch", (line) => `if true; then true; else ${line}; fi`],
  ["a loop", (line) => `for i in 1; do ${line}; done`],
  ["a while loop", (line) => `while ${line}; do true; done`],
  ["a case", (line) => `case x in x) ${line};; esac`],
  ["a function that is called", (line) => `f() { ${line}; }; f`],
  ["a function that is only defined", (line) => `f() { ${line}; }`],
  ["an argument", (line) => `echo $( ${line})`],
  ["a quoted argument", (line) => `echo "$( ${line})"`],
  ["an assignment", (line) => `x=$( ${line})`],
  ["a default value", (line) => `echo \${x:-$( ${line})}`],
  ["a process substitution", (line) => `cat <(${line})`],
  ["a here-document", (line) => `cat <<E\n$( ${line})\nE`],
  ["a here-document for sh", (line) => `sh <<'E'\n${line}\nE`],
  ["a here-string for bash", (line) => `bash <<<${quote(line)}`],
  ["a pipe into sh", (line) => `echo ${quote(line)} | sh`],
  ["a pipe", (line) => `true | { ${line}; } | cat`],
  ["a list", (line) => `true; ${line} && true`],
  ["an alternative", (line) => `false || ${line}`],
  ["the background", (line) => `${line} & true`],
  ["time", (line) => `time { ${line}; }`],
  ["a negation", (line) => `! ${line}`],
  ["a coprocess", (line) => `coproc { ${line}; }`],
  ["sh -c", (line) => `sh -c ${quote(line)}`],
  ["bash -c with options", (line) => `bash -eu -o pipefail -c ${quote(line)}`],
  ["env sh -c", (line) => `env A=1 sh -c ${quote(line)}`],
  ["timeout bash -c", (line) => `timeout 5 bash -c ${quote(line)}`],
  ["nohup nice sh -c", (line) => `nohup nice -n 5 sh -c ${quote(line)}`],
  ["xargs sh -c", (line) => `echo x | xargs sh -c ${quote(line)}`],
  ["find -exec sh -c", (line) => `find . -exec sh -c ${quote(line)} \\;`],
  ["eval", (line) => `eval ${quote(line)}`],
  ["eval of a variable", (line) => `x=${quote(line)}; eval "$x"`],
  ["sh -c of a variable", (line) => `x=${quote(line)}; sh -c "$x"`],
  ["sh -c of an exported variable", (line) => `export x=${quote(line)}; sh -c 'eval "$x"'`],
  ["trap", (line) => `trap ${quote(line)} EXIT`],
  ["an alias", (line) => `alias x=${quote(line)}\nx`],
  ["a comment before it", (line) => `# nothing\n${line}`],
  ["cd before it", (line) => `cd /tmp && ${line}`],
];

/** Around one simple command without operators. */
const AROUND_COMMANDS: readonly (readonly [name: string, wrap: Wrap])[] = [
  ["env", (line) => `env ${line}`],
  ["command", (line) => `command ${line}`],
  ["exec", (line) => `exec ${line}`],
  ["nice", (line) => `nice ${line}`],
  ["timeout", (line) => `timeout 5 ${line}`],
  ["xargs", (line) => `echo x | xargs ${line}`],
  ["a variable in front", (line) => `A=1 ${line}`],
  ["a variable that holds it", (line) => `x=${quote(line)}; $x`],
  ["a variable that holds its program", (line) => line.replace(/^\S+/, (name) => `x=${name}; $x`)],
  ["an array", (line) => `x=(${line}); "\${x[@]}"`],
  ["arguments", (line) => `set -- ${line}; "$@"`],
  ["a function's arguments", (line) => `f() { "$@"; }; f ${line}`],
  ["sh's arguments", (line) => `sh -c '"$@"' sh ${line}`],
  ["single quotes around its program", (line) => line.replace(/^\S+/, (name) => `'${name}'`)],
  ["quotes inside its program", (line) => line.replace(/^./, (char) => `"${char}"`)],
  ["a backslash", (line) => `\\${line}`],
  ["its path", (line) => line.replace(/^\S+/, (name) => `/usr/bin/${name}`)],
  ["ANSI-C quotes", (line) => line.replace(/^./, (char) => `$'\\x${char.charCodeAt(0).toString(16)}'`)],
  ["a continuation", (line) => line.replace(/^./, (char) => `${char}\\\n`)],
  ["a redirection in front", (line) => `>/dev/null ${line}`],
  ["a default value", (line) => line.replace(/^\S+/, (name) => `\${nothing:-${name}}`)],
];

describe("a denied command stays denied", () => {
  test.each(DENIED)("%s is denied by itself", async (line) => {
    expect(await rulingOf(line)).toBe("deny");
  });

  test.each([...AROUND_COMMANDS, ...AROUND_LINES])("inside %s", async (_, wrap) => {
    for (const line of DENIED) expect([wrap(line), await rulingOf(wrap(line))]).toEqual([wrap(line), "deny"]);
  });
});

const wrapOf = fc.constantFrom(...AROUND_LINES.map(([, wrap]) => wrap));

describe("wrapped several times", () => {
  test("a denied command is never allowed", async () => {
    const property = fc.asyncProperty(
      fc.constantFrom(...DENIED),
      fc.constantFrom<Wrap>((line) => line, ...AROUND_COMMANDS.map(([, wrap]) => wrap)),
      fc.array(wrapOf, { minLength: 1, maxLength: 3 }),
      async (line, inner, outer) => {
        const wrapped = outer.reduce((text, wrap) => wrap(text), inner(line));
        expect([wrapped, await rulingOf(wrapped)]).not.toContain("allow");
      },
    );
    await fc.assert(property, { numRuns: RUNS });
  });
});
