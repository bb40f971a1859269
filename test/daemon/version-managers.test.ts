/** Whose scripts are judged by their names: a manager's that the user or an administrator has put there, nobody else's. */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isVersionManager, isWhereScriptLeads, managerRoots } from "../../src/daemon/version-managers.ts";

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
  ["~/.pyenv/pyenv.d/exec/pip-rehash/pip", {}, "yes"],
  ["~/.pyenv/pyenv.d/exec/pip", {}, "no"],
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

const leads: readonly [file: string, script: string, is: "yes" | "no"][] = [
  ["/m/.pyenv/versions/3.12/bin/pip", "/m/.pyenv/shims/pip", "yes"],
  ["/m/.asdf/installs/nodejs/22.1.0/bin/npm", "/m/.asdf/shims/npm", "yes"],
  ["/m/.pyenv/versions/3.12/bin/pip", "/m/.pyenv/shims/python", "no"],
  ["/m/.pyenv/versions/3.12/bin/pip", "/m/.asdf/shims/pip", "no"],
  ["/m/.pyenv/versions/3.12/lib/bin/pip", "/m/.pyenv/shims/pip", "no"],
  ["/m/.pyenv/versions/3.12/bin/pip", "/usr/bin/pip", "no"],
  ["/work/.pyenv/versions/3.12/bin/pip", "/work/.pyenv/shims/pip", "no"],
];
test.for(leads)("%s is where %s leads: %s", ([file, script, is]) => {
  expect(isWhereScriptLeads(file, script, ["/m/.pyenv", "/m/.asdf"])).toBe(is === "yes");
});
