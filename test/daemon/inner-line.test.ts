/** Which starts of a shell are shown as the line that it runs. */
import { expect, test } from "vitest";
import { innerLineOf } from "../../src/daemon/inner-line.ts";

const rows: [string, string[], string | undefined, string | undefined][] = [
  ["a plain one", ["sh", "-c", "touch a b"], "touch a b", "sh -c"],
  ["a program of that name somewhere else", ["/tmp/x/sh", "-c", "ls"], undefined, undefined],
  ["one in this folder", ["./sh", "-c", "ls"], undefined, undefined],
  ["a login shell", ["bash", "-lc", "ls"], "ls", "bash -lc"],
  ["options apart", ["zsh", "-l", "-c", "ls"], "ls", "zsh -l -c"],
  ["words behind the line are part of what runs", ["sh", "-c", 'rm "$1"', "x", "y"], undefined, undefined],
  ["a script", ["bash", "x.sh"], undefined, undefined],
  ["an option with a word of its own", ["bash", "-o", "pipefail", "-c", "ls"], undefined, undefined],
  ["an option that is spelled out", ["bash", "--rcfile", "-c", "ls"], undefined, undefined],
  ["two lines", ["bash", "-c", "-c", "ls"], undefined, undefined],
  ["no line", ["bash", "-c"], undefined, undefined],
  ["another program", ["python3", "-c", "print(1)"], undefined, undefined],
  ["zsh -b ends its options", ["zsh", "-b", "-c", "ls"], undefined, undefined],
  ["fish -f takes a word", ["fish", "-f", "-c", "ls"], undefined, undefined],
  ["a shell that reads its stdin as well", ["dash", "-sc", "ls"], undefined, undefined],
  ["a shell that nobody here knows", ["csh", "-c", "ls"], undefined, undefined],
  ["a name that every object has", ["constructor", "-c", "ls"], undefined, undefined],
  ["nothing", [], undefined, undefined],
];

test.for(rows)("%s", ([, argv, line, by]) => {
  expect(innerLineOf(argv)).toEqual(line === undefined ? undefined : { line, by });
});
