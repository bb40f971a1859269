/** What guard run says and records of start-up files that changed. */
import { expect, test } from "vitest";
import type { Change } from "../../src/confine/start-up-changes.ts";
import { changedLines, changedMessage } from "../../src/launcher/watch-start-up.ts";
import { TO_DAEMON } from "../../src/protocol/launcher-messages.ts";

const options = { env: { HOME: "/home/x" }, cwd: "/home/x/project" };
const changes = (count: number): Change[] =>
  Array.from({ length: count }, (_, n) => ({ path: `/home/x/.bashrc.d/${n}`, how: "new" }));

test("nothing is said where nothing changed", () => {
  expect(changedLines([], options)).toEqual([]);
});

test("each has a line; what lies in the home is told by ~", () => {
  const some: Change[] = [
    { path: "/home/x/.bash_profile", how: "new" },
    { path: "/home/xy/.bashrc", how: "other content" },
  ];
  expect(changedLines(some, options)).toEqual([
    "changed while the agent ran: ~/.bash_profile (new)",
    "changed while the agent ran: /home/xy/.bashrc (other content)",
    "these run outside of guard at your next login, shell or guard run; look at them first",
  ]);
});

test("ten are said at most, a hundred recorded, all counted", () => {
  const lines = changedLines(changes(120), options);
  expect(lines).toHaveLength(12);
  expect(lines[10]).toBe("and 110 more, in the audit file");
  const message = changedMessage(changes(120));
  expect(message.count).toBe(120);
  expect(message.files).toHaveLength(100);
  expect(TO_DAEMON.safeParse(message).success).toBe(true);
});
