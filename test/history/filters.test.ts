/** What each filter finds, in a real audit.db. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Filter } from "../../src/history/filter.ts";
import type { History } from "../../src/history/history.ts";
import { makeWorld, START_MS, verdict } from "./made-record.ts";

const HOUR_MS = 3_600_000;
const DENIED = { verdict: "deny", approved: false, ruling: "deny", decided_by: "rule" } as const;

let history: History;

beforeAll(() => {
  const made = makeWorld([], afterAll);
  made.write(
    [
      {
        event: "session-start",
        session: "oldoldol",
        details: { agent: ["/opt/codex", "x"], cwd: "/srv/api" },
      },
      // Of an older version: it does not say whose it is.
      verdict({ session: "oldoldol", command: "git status", agent: undefined, project: undefined } as never),
    ],
    START_MS - 24 * HOUR_MS,
  );
  made.write([
    verdict({
      command: "cd x && git push origin main",
      ...DENIED,
      rule: "user.no-push",
      reason: "Ask FIRST",
    }),
    verdict({ command: ["/bin/rm", "-rf", "build"], ...DENIED, rule: "floor.catastrophe" }),
    verdict({
      command: "rm notes.txt",
      decided_by: "person",
      person: "console:alice",
      asked_ms: 4_000,
      ruling: "ask",
    }),
    {
      event: "answered",
      session: "k3v9x2ab",
      request_id: "0198a000-0000-7000-8000-00000000beef",
      details: { decision: "once" },
    },
    verdict({ command: "npm test", project: "/home/me/shop/packages/ui", cwd: "/home/me/Büro" }),
    verdict({ command: "ls", project: "/home/me/shopping", session: "zzzzzzzz", agent: "gemini" }),
  ]);
  history = made.open();
});

const ALL = [2, 3, 4, 5, 7, 8];

test.for<[string, Filter, number[]]>([
  ["everything but events", {}, ALL],
  ["events, too", { events: "with" }, [1, 2, 3, 4, 5, 6, 7, 8]],
  ["a session", { session: "zzzzzzzz" }, [8]],
  ["the beginning of a session's id", { session: "old" }, [2]],
  ["what was denied", { verdict: "deny" }, [3, 4]],
  ["a program behind another command", { program: "git" }, [2, 3]],
  ["a program by its base name", { program: "rm" }, [4, 5]],
  ["a program by its path", { program: "/usr/bin/git" }, [2, 3]],
  ["a rule", { rule: "user.no-push" }, [3]],
  ["several rules by their beginning", { rule: "floor" }, [4]],
  ["a person without the door", { person: "alice" }, [5]],
  ["a person with the door", { person: "console:alice" }, [5]],
  ["half a name is nobody", { person: "ali" }, []],
  ["an agent", { agent: "gemini" }, [8]],
  ["an agent that only the session's start names", { agent: "codex" }, [2]],
  ["a project and those below", { project: "/home/me/shop" }, [3, 4, 5, 7]],
  ["a project that only the session's start names", { project: "/srv/api" }, [2]],
  ["who decided", { decider: "rule" }, [3, 4]],
  ["several that decided", { decider: ["rule", "person", "loop"] }, [3, 4, 5]],
  ["several that never decided", { decider: ["loop", "asker"] }, []],
  ["who did not decide", { notDecider: ["mode", "loop"] }, [3, 4, 5]],
  ["nobody is left out", { notDecider: ["loop"] }, ALL],
  ["who did not decide, and events", { notDecider: ["mode", "rule"], events: "with" }, [1, 5, 6]],
  ["who did not decide, and a program", { notDecider: ["rule"], program: "rm" }, [5]],
  ["who did not decide, and text", { notDecider: ["rule"], text: "rm" }, [5]],
  ["since", { sinceMs: START_MS - HOUR_MS }, [3, 4, 5, 7, 8]],
  ["until", { untilMs: START_MS - HOUR_MS }, [2]],
  [
    "a moment in which nothing happened",
    { sinceMs: START_MS - 2 * HOUR_MS, untilMs: START_MS - HOUR_MS },
    [],
  ],
  ["text of a command", { text: "PUSH origin" }, [3]],
  ["text of an argv", { text: "rm -rf build" }, [4]],
  ["text of a reason", { text: "ask first" }, [3]],
  ["text of a folder, in small letters", { text: "büro" }, [7]],
  ["text of nobody", { text: "nothing like it" }, []],
  ["text and program", { text: "home", program: "rm" }, [4, 5]],
  ["text of one record and program of another", { text: "push", program: "rm" }, []],
  ["text until", { text: "git", untilMs: START_MS - HOUR_MS }, [2]],
  ["two filters", { program: "rm", verdict: "deny" }, [4]],
  ["behind a record", { afterSeq: 5 }, [7, 8]],
  ["a name that was never recorded", { rule: "nobody's" }, []],
])("%s", ([, filter, seqs]) => {
  expect(history.seqs(filter, "oldest")).toEqual(seqs);
  expect(history.seqs(filter, "newest")).toEqual(seqs.toReversed());
  expect(history.last(filter, 1)).toEqual(seqs.slice(-1));
});

test("rare and common names give the same, over several blocks of text", () => {
  const records = Array.from({ length: 3_000 }, (_, number) =>
    verdict({
      command: `cat file-${number}`,
      rule: number % 100 === 0 ? `floor.${number % 3}` : "mode.default",
      session: number % 2 === 0 ? "evenevev" : "oddoddod",
      ...(number % 100 === 0 ? DENIED : {}),
    }),
  );
  const many = makeWorld(records).open();
  const wanted = records.flatMap((_, number) => (number % 100 === 0 ? [number + 1] : []));
  expect(many.seqs({ rule: "floor" }, "oldest")).toEqual(wanted);
  expect(many.seqs({ verdict: "deny", session: "even" }, "newest")).toEqual(wanted.toReversed());
  expect(many.seqs({ text: "FILE-2999" }, "newest")).toEqual([3_000]);
  expect(many.seqs({ text: "file-7", rule: "floor" }, "oldest")).toEqual([701]);
  expect(many.last({ text: "file-1" }, 2)).toEqual([2_000, 1_999].toReversed());
});
