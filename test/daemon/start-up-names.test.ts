/** Names of programs in a start-up file: where a command begins, and nowhere else. */
import { expect, test } from "vitest";
import { namesIn } from "../../src/daemon/start-up-names.ts";

const rows: readonly [text: string, name: string, is: "yes" | "no"][] = [
  ['eval "$(pyenv init -)"', "pyenv", "yes"],
  ["mkdir -p ~/.cache/x", "mkdir", "yes"],
  ["[ -d x ] || mkdir x", "mkdir", "yes"],
  ["if ! type x; then touch y; fi", "touch", "yes"],
  ["A=1 B=2 my-tool go", "my-tool", "yes"],
  ["PROMPT_COMMAND='history -a; zoxide add .'", "zoxide", "yes"],
  ["command starship init bash", "starship", "yes"],
  ["# install with: chroot /x rm", "chroot", "no"],
  ["echo install the tool", "install", "no"],
  ["debian_chroot=$(cat /etc/debian_chroot)", "chroot", "no"],
];
test.for(rows)("%s names %s: %s", ([text, name, is]) => {
  expect(namesIn(text).includes(name)).toBe(is === "yes");
});

test.for(["\n", " ", "a=1 ", "( ", "' "])("a great many of %j are gone through once", (part) => {
  expect(namesIn(`${part.repeat(250_000)}\nmkdir x`)).toContain("mkdir");
});
