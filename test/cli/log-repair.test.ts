/** guard log repair: only what is damaged is touched, and what it cannot use it leaves as it is. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { copyOf } from "../../src/audit/store.ts";
import { runLogRepair } from "../../src/cli/log-repair.ts";
import { record } from "../audit/fixture.ts";
import { createTemplate, sql, verify, writeAll } from "../history/fixture.ts";

const makeFolder = createTemplate((folder) =>
  writeAll([record(), record(), record()], { file: join(folder, "guard/audit.db") }),
);

function world() {
  const state = makeFolder();
  const file = join(state, "guard/audit.db");
  const said: string[] = [];
  const io = {
    ...{ stdout: (text: string) => said.push(text), stderr: (text: string) => said.push(text) },
    ...{ env: { HOME: state, XDG_STATE_HOME: state }, cwd: () => state, listPlaces: () => [] },
    ...{ columns: 80, colour: "plain" as const, nowMs: Date.now },
  };
  return { file, io, said: () => said.join("") };
}

test.for<{ name: string; harm: (file: string) => void; says: RegExp; status: number; aside: number }>([
  {
    name: "a sound one is left alone",
    harm: () => undefined,
    says: /nothing to repair/,
    status: 0,
    aside: 0,
  },
  {
    name: "text instead of a database",
    harm: (file) => writeFileSync(file, "not a database ".repeat(500)),
    says: /holds 3 records again; the damaged one is/,
    status: 0,
    aside: 1,
  },
  {
    name: "an empty file",
    harm: (file) => writeFileSync(file, ""),
    says: /holds 3 records again/,
    status: 0,
    aside: 1,
  },
  { name: "no file", harm: (file) => rmSync(file), says: /holds 3 records again/, status: 0, aside: 0 },
  {
    name: "fewer records than lines",
    harm: (file) => sql(file, "DELETE FROM record WHERE seq > 1"),
    says: /holds 3 records again/,
    status: 0,
    aside: 1,
  },
  {
    name: "nothing to make it from",
    harm: (file) => {
      writeFileSync(file, "");
      rmSync(copyOf(file));
    },
    says: /no lines to make it from/,
    status: 1,
    aside: 0,
  },
  {
    name: "a folder in its place is not moved",
    harm: (file) => {
      rmSync(file);
      mkdirSync(file);
    },
    says: /guard: /,
    status: 1,
    aside: 0,
  },
])("$name", async ({ harm, says, status, aside }) => {
  const { file, io, said } = world();
  for (const end of ["-wal", "-shm"]) rmSync(`${file}${end}`, { force: true });
  harm(file);
  const before = existsSync(copyOf(file)) ? readFileSync(copyOf(file), "utf8") : "";
  expect([await runLogRepair([], io), said()]).toEqual([status, expect.stringMatching(says)]);
  expect(readdirSync(dirname(file)).filter((name) => /-damaged-\d+$/.test(name))).toHaveLength(aside);
  expect(readdirSync(dirname(file)).filter((name) => name.includes(".new"))).toEqual([]);
  if (status === 0) expect((await verify(file)).findings).toEqual([]);
  if (before !== "") expect(readFileSync(copyOf(file), "utf8").startsWith(before)).toBe(true);
});
