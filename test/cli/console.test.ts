/** guard console: when it does not even begin, and what it says then. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runConsole } from "../../src/cli/console.ts";
import { watchSessions } from "../../src/cli/watch-sessions.ts";
import { listSessionPlaces, makeSessionFolder } from "../../src/ipc/session-folder.ts";
import { noticeCommand } from "../../src/launcher/desktop-notice.ts";
import { until } from "../helpers/until.ts";
import { makeWorld } from "./running-session.ts";

test.for([
  ["two sessions", ["a", "b"], 2, "one session at most"],
  ["an unknown option", ["--fast"], 2, "--fast"],
  [
    "no terminal: it says what else there is",
    [],
    1,
    "guard pending lists questions, guard resolve answers them",
  ],
] as const)("%s", async ([, args, status, said]) => {
  const world = makeWorld();
  expect(await runConsole(args, world.io)).toBe(status);
  expect(world.stderr()).toContain(said);
  expect(world.stdout()).toBe("");
});

test("inside a session it is the agent that asks", async () => {
  const world = makeWorld({ GUARD_SESSION: "k3j9ab2c" });
  expect(await runConsole([], world.io)).toBe(1);
  expect(world.stderr()).toContain("for the person, not for the agent");
});

test("help has examples", async () => {
  const world = makeWorld();
  expect(await runConsole(["--help"], world.io)).toBe(0);
  expect(world.stdout()).toContain("  guard console --plain\n");
});

test("desktop notices have fixed words, and only where there is a desktop", () => {
  expect(noticeCommand("linux", {})).toBeUndefined();
  expect(noticeCommand("linux", { DISPLAY: ":0" })).toEqual([
    "notify-send",
    "--app-name",
    "guard",
    "guard",
    "a question waits",
  ]);
  expect(noticeCommand("darwin", {})?.join(" ")).toContain('display notification "a question waits"');
});

test("a session that comes later is found", async () => {
  const { runtime, env } = makeWorld();
  const found: string[] = [];
  const watch = watchSessions(
    () => listSessionPlaces(env).filter(({ folder }) => folder.startsWith(runtime)),
    ({ session }) => void found.push(session),
  );
  const { session } = makeSessionFolder(runtime);
  expect(existsSync(join(runtime, session))).toBe(true);
  await until("it is found", () => (found.includes(session) ? true : undefined));
  watch.stop();
});
