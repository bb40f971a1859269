/** Where a question is shown, and how the split of tmux is asked for. */
import { expect, test } from "vitest";
import { splitArgs } from "../../src/launcher/tmux-split.ts";
import { chooseAnswerer, type Surroundings } from "../../src/launcher/who-answers.ts";

const PLAIN: Surroundings = { wanted: "auto", consoles: 0, questions: 1, split: "none-here" };

const rows: [string, Partial<Surroundings>, ReturnType<typeof chooseAnswerer>][] = [
  ["outside tmux a question is a card", {}, "card"],
  ["nothing waits, nothing is shown", { questions: 0 }, "nothing"],
  ["a console that is attached is where it is shown", { consoles: 1 }, "nothing"],
  ["inside tmux a question opens a split", { split: "possible" }, "split"],
  [
    "inside tmux nothing is opened before there is a question",
    { split: "possible", questions: 0 },
    "nothing",
  ],
  ["--console tmux opens it at the start", { wanted: "tmux", split: "possible", questions: 0 }, "split"],
  ["a split that opens is waited for", { split: "opening" }, "nothing"],
  ["a split that was closed comes back with the next question", { split: "closed" }, "split"],
  [
    "a split that was closed stays closed while nothing waits",
    { wanted: "tmux", split: "closed", questions: 0 },
    "nothing",
  ],
  ["a tmux that cannot split leaves the card", { split: "failed" }, "card"],
  ["--console inline shows the card beside a console, too", { wanted: "inline", consoles: 2 }, "card"],
  ["--console inline never splits", { wanted: "inline", split: "possible" }, "card"],
  ["--console wait shows nothing here", { wanted: "wait" }, "nothing"],
];

test.for(rows)("%s", ([, changes, shown]) => {
  expect(chooseAnswerer({ ...PLAIN, ...changes })).toBe(shown);
});

test("the split runs guard's own words, with the variables that lead to the session, and takes no keyboard", () => {
  const args = splitArgs({
    env: { TMUX_PANE: "%3", XDG_RUNTIME_DIR: "/run/a b", SECRET: "x" },
    session: "k3v9x2ab",
    guard: ["/usr/bin/node", "/opt/guard/bin/guard"],
    columns: 80,
    rows: 24,
  });
  expect(args.slice(0, 7)).toEqual(["split-window", "-d", "-P", "-F", "#{pane_id}", "-t", "%3"]);
  expect(args).toContain("XDG_RUNTIME_DIR=/run/a b");
  expect(args.join(" ")).not.toContain("SECRET");
  expect(args.slice(args.indexOf("--"))).toEqual([
    "--",
    "/usr/bin/node",
    "/opt/guard/bin/guard",
    "console",
    "k3v9x2ab",
  ]);
});
