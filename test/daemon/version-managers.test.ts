/** Whose scripts are judged by their names: a manager's that the user or an administrator has put there, nobody else's. */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isVersionManager, managerRoots } from "../../src/daemon/version-managers.ts";

let home: string;
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), "guard-managers-"));
  mkdirSync(join(home, "repo/.git"), { recursive: true });
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

const rows: readonly [file: string, env: Readonly<Record<string, string>>, is: "yes" | "no"][] = [
  ["~/.pyenv/shims/python3", {}, "yes"],
  ["~/.pyenv/libexec/pyenv-exec", {}, "yes"],
  ["~/.asdf/plugins/nodejs/bin/exec-env", {}, "yes"],
  ["~/.local/share/mise/shims/node", {}, "yes"],
  ["/opt/pyenv/bin/pyenv", {}, "yes"],
  ["/usr/local/rbenv/shims/ruby", {}, "yes"],
  ["~/tools/py/shims/python3", { PYENV_ROOT: "~/tools/py/" }, "yes"],
  ["~/tools/py/shims/python3", {}, "no"],
  ["~/repo/.pyenv/bin/ls", {}, "no"],
  ["~/repo/.pyenv/bin/ls", { PYENV_ROOT: "~/repo/.pyenv" }, "no"],
  ["~/code/.asdf/bin/ls", {}, "no"],
  ["/tmp/.pyenv/bin/ls", {}, "no"],
  ["/opt/app/.pyenv/bin/ls", {}, "no"],
  ["~/.pyenv/versions/3.12/bin/python3", {}, "no"],
  ["~/.pyenv/bin/deeper/ls", {}, "no"],
  ["/bin/ls", { PYENV_ROOT: "/" }, "no"],
];
test.for(rows)("%s with %o: %s", ([file, env, is]) => {
  const inHome = (path: string) => path.replace("~", home);
  const roots = managerRoots({
    HOME: home,
    ...Object.fromEntries(Object.entries(env).map(([name, value]) => [name, inHome(value)])),
  });
  expect(isVersionManager(inHome(file), roots)).toBe(is === "yes");
});
