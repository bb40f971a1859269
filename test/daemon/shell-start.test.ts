/** What a shell was told to run: what cannot be told counts as lines that come later. */
import { expect, test } from "vitest";
import type { Dialect } from "../../src/core/command.ts";
import { findShellStart, type ShellStart } from "../../src/daemon/shell-start.ts";

const rows: readonly [line: string, dialect: Dialect, kind: ShellStart["kind"]][] = [
  ["bash", "bash", "stdin"],
  ["bash -o pipefail", "bash", "stdin"],
  ["bash +O extglob", "bash", "stdin"],
  ["bash -s x", "bash", "stdin"],
  ["bash --rcfile x", "bash", "unclear"],
  ["bash -o pipefail x.sh", "bash", "script"],
  ["bash -eo pipefail x.sh", "bash", "unclear"],
  ["bash -ec ls", "bash", "line"],
  ["zsh -f -o extendedglob", "zsh", "stdin"],
  ["zsh x.sh", "zsh", "script"],
  ["dash -o noglob", "sh", "stdin"],
  ["fish -N", "fish", "stdin"],
  ["fish -N x.fish", "fish", "script"],
  ["fish -C ls", "fish", "unclear"],
  ["fish -c ls", "fish", "line"],
];
test.for(rows)("%s in %s: %s", ([line, dialect, kind]) => {
  expect(findShellStart(line.split(" "), dialect).kind).toBe(kind);
});
