/** guard console in a real terminal: keys go in, the screen comes out, the daemon hears the answers. */
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { TOO_QUICK_MS } from "../../src/tui/answer.ts";
import { until } from "../helpers/until.ts";
import type { Pane } from "../shells/tmux.ts";
import { startConsole } from "./console-pane.ts";
import { type FakeDaemon, makeRuntime, startFakeDaemon } from "./fake-daemon.ts";
import { LADDER } from "./questions.ts";

interface Attached {
  readonly root: string;
  readonly runtime: string;
  readonly daemon: FakeDaemon;
  readonly pane: Pane;
}

async function attach(
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<Attached> {
  const { root, runtime } = makeRuntime();
  const daemon = await startFakeDaemon(runtime);
  // By its name: other tests may run sessions at the same time.
  const pane = await startConsole(root, [daemon.session, ...args], env);
  await until("the console attaches", () =>
    daemon.asked.some(({ op }) => op === "subscribe") ? true : undefined,
  );
  return { root, runtime, daemon, pane };
}

/** The console itself, not the shell around it. */
function killNode(pid: number): void {
  if (readFileSync(`/proc/${pid}/cmdline`, "utf8").startsWith(process.execPath)) process.kill(pid, "SIGTERM");
}

const resolved = (daemon: FakeDaemon) =>
  daemon.asked.filter(({ op }) => op === "resolve" || op === "resolve-all");

/** A card that has just come takes no quick allow, and says so: then, and only then, it is pressed again. */
async function answer({ daemon, pane }: Attached, press: () => Promise<void>): Promise<void> {
  const before = resolved(daemon).length;
  let pressedAtMs = Number.NEGATIVE_INFINITY;
  await until("the answer", async () => {
    if (resolved(daemon).length > before) return true;
    const isRefused = (await pane.screen()).includes("that was quick");
    const isFirst = pressedAtMs === Number.NEGATIVE_INFINITY;
    // What the screen says may still be about the press before.
    if (isFirst || (isRefused && Date.now() - pressedAtMs > TOO_QUICK_MS)) {
      pressedAtMs = Date.now();
      await press();
    }
    return resolved(daemon).length > before ? true : undefined;
  });
}

const shows =
  (...texts: readonly string[]) =>
  (screen: string) =>
    texts.every((text) => screen.includes(text));

describe("each decision", () => {
  test.for([
    ["a", "once", "allowed once"],
    ["s", "session", "allowed until the session ends"],
    ["t", "timed", "allowed for an hour"],
    ["d", "deny", "denied"],
    ["D", "deny-session", "denied until the session ends"],
  ] as const)("%s is %s", async ([key, decision, said]) => {
    const at = await attach();
    const question = at.daemon.ask();
    await at.pane.waitFor(shows("npm install left-pad", "left"), "the card");
    await answer(at, () => at.pane.type(key));
    expect(resolved(at.daemon)).toMatchObject([{ op: "resolve", check: question.id, decision }]);
    await at.pane.waitFor(shows("nothing waits for an answer", `${said}: npm install`), "the outcome");
  });

  test("deny with a reason", async () => {
    const { daemon, pane } = await attach();
    daemon.ask();
    await pane.waitFor(shows("npm install left-pad"), "the card");
    await pane.type("r");
    await pane.waitFor(shows("tell the agent why"), "the input");
    await pane.type("use staging");
    await pane.paste(" please\naaa");
    await pane.waitFor(shows("> use staging please aaa"), "the text");
    await pane.press("Enter");
    await until("the answer", () => resolved(daemon)[0]);
    expect(resolved(daemon)).toMatchObject([{ decision: "deny", reason: "use staging please aaa" }]);
  });

  test("always, by the rule and the file that were chosen", async () => {
    const { daemon, pane } = await attach();
    daemon.ladder = LADDER;
    daemon.ask();
    await pane.waitFor(shows("npm install left-pad"), "the card");
    // A key that comes before the ladder is there asks for it again; one that comes after would be the ladder's own.
    await until("the ladder", async () => {
      await pane.type("p");
      for (let looks = 0; looks < 40; looks++) {
        if ((await pane.screen()).includes("by which rule?")) return true;
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      return undefined;
    });
    await pane.waitFor(shows("npm install with any package", "(suggested)", "npm install *"), "the rungs");
    await pane.type("j");
    await pane.press("Enter");
    await until("the answer", () => resolved(daemon)[0]);
    expect(resolved(daemon)).toMatchObject([
      { decision: "always", save: { layer: "project", rung: "flags" } },
    ]);
  });

  test("CONFIRM, typed, then for the session; Esc alone goes back", async () => {
    const { daemon, pane } = await attach();
    daemon.ask({
      line: "terraform destroy",
      ruling: "confirm",
      risk: "dangerous",
      can: ["destroy the stack"],
    });
    await pane.waitFor(shows("MUST BE CONFIRMED", "destroy the stack"), "the red card");
    await pane.type("C");
    await pane.waitFor(shows("> C"), "the place to type in");
    await pane.type("ON");
    await pane.waitFor(shows("> CON"), "half of the word");
    await pane.press("Escape");
    await pane.waitFor((screen) => !screen.includes("> CON"), "the card again");
    await pane.type("C");
    await pane.waitFor(shows("> C"), "the place to type in");
    await pane.type("ONFIRM");
    await pane.waitFor(shows("for how long"), "the choice");
    expect(resolved(daemon)).toEqual([]);
    await answer({ root: "", runtime: "", daemon, pane }, () => pane.type("s"));
    expect(resolved(daemon)).toMatchObject([{ decision: "session", confirm: true }]);
  });
});

test("the countdown runs on the screen", async () => {
  const { daemon, pane } = await attach();
  daemon.ask({ expiresAtMs: Date.now() + 40_000 });
  await pane.waitFor(shows("39 s left"), "39 s");
  await pane.waitFor(shows("38 s left"), "38 s");
});

test("ten wait: the queue is seen, each is answered in its order, and the daemon knows which is in front", async () => {
  const at = await attach();
  const { daemon, pane } = at;
  const asked = Array.from({ length: 10 }, (_, index) =>
    daemon.ask({ line: `make part-${index}`, askedAtMs: 1_000 + index }),
  );
  await pane.waitFor(shows("1 of 10", "make part-0", "make part-1", "6 more wait"), "the queue");
  for (const { line } of asked) {
    await pane.waitFor(shows(`┃ ${line}`), line);
    await answer(at, () => pane.type("d"));
  }
  await pane.waitFor(shows("nothing waits"), "the end");
  expect(resolved(daemon).map((one) => ("check" in one ? one.check : ""))).toEqual(asked.map(({ id }) => id));
  const focused = daemon.asked.flatMap((one) => (one.op === "focus" ? [one.check] : []));
  expect(focused).toEqual([...asked.map(({ id }) => id), undefined]);
});

test("all at once: listed, asked once more, what needs CONFIRM is left out", async () => {
  const { daemon, pane } = await attach();
  const listed = Array.from({ length: 3 }, (_, index) =>
    daemon.ask({ line: `make part-${index}`, askedAtMs: 1_000 + index }),
  );
  const left = daemon.ask({ line: "terraform destroy", ruling: "confirm" });
  await pane.waitFor(shows("1 of 4"), "the queue");
  await pane.type("A");
  await pane.waitFor(shows("allow all 3", "left out: 1 must be confirmed"), "the list");
  await pane.type("y");
  await until("the answer", () => resolved(daemon)[0]);
  expect(resolved(daemon)).toMatchObject([{ checks: listed.map(({ id }) => id), decision: "session" }]);
  await pane.waitFor(shows("┃ terraform destroy"), "what is left");
  expect([...daemon.pending.keys()]).toEqual([left.id]);
});

test("resize: drawn anew for each size, and readable in all", async () => {
  const { daemon, pane } = await attach();
  daemon.ask({ line: "npm test" });
  await pane.waitFor(shows("┃ npm test"), "80x24");
  for (const [columns, rows] of [
    [40, 10],
    [120, 40],
    [40, 12],
    [80, 24],
  ] as const) {
    await pane.resize(columns, rows);
    const screen = await pane.waitFor(
      (seen) =>
        shows("┃ npm test", "allow once", "deny", "left")(seen) &&
        seen.split("\n").every((row) => row.length <= columns),
      `${columns}x${rows}`,
    );
    expect(screen.split("\n").filter((row) => row.includes("┃ npm test"))).toHaveLength(1);
  }
});

test("two consoles on one question: the answer of one takes it from the other, which says so", async () => {
  const at = await attach();
  const other = await startConsole(at.root, [at.daemon.session]);
  await until("both", () => (at.daemon.callers() >= 2 ? true : undefined));
  at.daemon.ask();
  await Promise.all([at.pane, other].map((pane) => pane.waitFor(shows("npm install left-pad"), "the card")));
  await other.type("r");
  await other.waitFor(shows("tell the agent why"), "the place to type in");
  await other.type("typing");
  await other.waitFor(shows("> typing"), "somebody types");
  await answer(at, () => at.pane.type("a"));
  await other.waitFor(shows("answered elsewhere: allowed", "nothing waits"), "the note");
  expect(resolved(at.daemon)).toHaveLength(1);
});

test("killed in mid-card: the daemon sees that nobody is there, and nothing was answered", async () => {
  const { daemon, pane } = await attach();
  daemon.ask();
  await pane.waitFor(shows("npm install left-pad"), "the card");
  expect(daemon.callers()).toBe(1);
  await pane.kill();
  await until("the caller is gone", () => (daemon.callers() === 0 ? true : undefined));
  expect(resolved(daemon)).toEqual([]);
  expect(daemon.pending.size).toBe(1);
});

test("a signal leaves the screen as it was, too", async () => {
  const { daemon, pane } = await attach();
  daemon.ask();
  await pane.waitFor(shows("npm install left-pad"), "the card");
  const found = await promisify(execFile)("pgrep", ["-f", `console --no-notice ${daemon.session}`]);
  for (const pid of found.stdout.trim().split("\n")) if (Number(pid) !== process.pid) killNode(Number(pid));
  const screen = await pane.waitFor(shows("left with 143"), "the end");
  expect(screen).not.toContain("npm install");
  await until("the caller is gone", () => (daemon.callers() === 0 ? true : undefined));
});

test("q leaves: the screen is as it was, questions stay", async () => {
  const { daemon, pane } = await attach();
  daemon.ask();
  await pane.waitFor(shows("npm install left-pad"), "the card");
  await pane.type("q");
  const screen = await pane.waitFor(shows("1 question waits on", "left with 0"), "the end");
  expect(screen).not.toContain("npm install");
  expect(resolved(daemon)).toEqual([]);
});

test("sessions come and go while it runs", async () => {
  const { root, runtime } = makeRuntime();
  const pane = await startConsole(root);
  await pane.waitFor(shows("nothing waits"), "nothing yet");
  const daemon = await startFakeDaemon(runtime);
  daemon.ask({ line: "make one" });
  await pane.waitFor(shows("make one", daemon.session), "a session");
  const other = await startFakeDaemon(runtime);
  other.ask({ line: "make other" });
  await pane.waitFor(shows("make one", "make other", other.session), "its question in the queue");
  await other.end();
  await pane.waitFor(
    (screen) => shows("the agent exited", "make one")(screen) && !screen.includes("make other"),
    "its end",
  );
});

test("a session that does not let us in is told of once", async () => {
  const { root, runtime } = makeRuntime();
  const daemon = await startFakeDaemon(runtime);
  daemon.refuses = "another version";
  const pane = await startConsole(root, [daemon.session]);
  await pane.waitFor(shows(`session ${daemon.session} does not let us in: another version`), "the note");
});

test("with one session named it ends with that session", async () => {
  const { root, runtime } = makeRuntime();
  const daemon = await startFakeDaemon(runtime);
  const pane = await startConsole(root, [daemon.session]);
  await pane.waitFor(shows("nothing waits"), "the console");
  await daemon.end();
  await pane.waitFor(shows("left with 0"), "the end");
});

test("without colours and without UTF-8 only ASCII is drawn", async () => {
  const { daemon, pane } = await attach(["--no-color"], { LANG: "C" });
  daemon.ask({ line: "echo é" });
  const screen = await pane.waitFor(shows("| # echo <U+00E9>", "[a] allow once"), "the card");
  expect(screen).toMatch(/^[ -~\n]*$/);
});

describe("plain", () => {
  test("questions are read out, words answer them", async () => {
    const { daemon, pane } = await attach(["--plain"]);
    const question = daemon.ask();
    await pane.waitFor(
      shows("question 1: needs a look", "command: npm install", "because: ", "answer: once"),
      "it",
    );
    await answer({ root: "", runtime: "", daemon, pane }, () => pane.type("once\n"));
    expect(resolved(daemon)).toMatchObject([{ check: question.id, decision: "once" }]);
    await pane.waitFor(shows("allowed once: npm install", "nothing waits now"), "the outcome");
    await pane.type("quit\n");
    await pane.waitFor(shows("left with 0"), "the end");
  });

  test("nothing is drawn: no sequence but the bell reaches the terminal", async () => {
    const { daemon, pane } = await attach(["--plain"], { TERM: "dumb" });
    daemon.ask({ line: "echo \u001b[2J" });
    const screen = await pane.waitFor(shows("beware: ", "end of command"), "the question");
    expect(screen).toContain("command: echo <U+001B>[2J");
  });
});
