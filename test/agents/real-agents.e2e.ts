/** Real agents, from their start to their end, under the real guard; only the model is played. */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { PendingQuestion } from "../../src/approval/question.ts";
import type { VerdictRecord } from "../../src/audit/record.ts";
import { until } from "../helpers/until.ts";
import type { Run } from "../launcher/guard-run.ts";
import type { Agent } from "./agent.ts";
import { AGENTS } from "./agents.ts";
import { installAgent } from "./installed-agents.ts";
import { whyNoConfinement, whyNoGate } from "./tiers-here.ts";
import { FIRST_COMMIT, readStep, shellStep, Workplace } from "./workplace.ts";

const missing = new Map<Agent, string | undefined>(AGENTS.map((agent) => [agent, installAgent(agent)]));
for (const [{ name }, why] of missing)
  if (why !== undefined) process.stderr.write(`skipped: ${name}: ${why}\n`);
const noGate = whyNoGate();
if (noGate !== undefined) process.stderr.write(`skipped: real agents under the gate: ${noGate}\n`);
const noConfinement = whyNoConfinement();
if (noConfinement !== undefined)
  process.stderr.write(`skipped: real agents in confinement: ${noConfinement}\n`);
const TIER = noConfinement === undefined ? "gate+confined+hooks" : "gate+hooks";
/** These went through the lower tiers and odd cases too; with all of them it takes too long. */
const IN_EVERY_TIER = ["codex", "gemini", "opencode"];

const ENDED_WELL = { code: 0, signal: null };
const CHECK_ID = /guard: denied: [^\n]* \[rule [^\n]*, check ([0-9a-f-]{36})\]/;
/** What is denied where nobody is asked, and the rule that the model is told. */
const FORBIDDEN: Readonly<Record<string, string>> = {
  "sudo -n touch by-sudo": "floor.privilege",
  "touch by-program": "mode.default",
  ": > by-builtin": "mode.default",
  "git status --short && touch after-allowed": "mode.default",
  // The option that does not exist makes it harmless, should it ever run.
  "chmod -R 000 ~ --no-such-option": "floor.catastrophe",
};
const FORBIDDEN_FILES = ["by-sudo", "by-program", "by-builtin", "after-allowed"];
const SHOW_COMMIT = "git log -1 --format=%s";
const SHOWN = 200;
const AGENT_LIMIT_MS = 90_000;
const HAS_BWRAP =
  spawnSync("bwrap", ["--unshare-user", "--unshare-pid", "--ro-bind", "/", "/", "true"]).status === 0;

describe.each(AGENTS)("$name", (agent) => {
  if (missing.get(agent) !== undefined) {
    test.skip("it is not here");
    return;
  }
  const forbidden = Object.keys(FORBIDDEN).filter((line) => !agent.refuses?.test(line));
  const isInEveryTier = IN_EVERY_TIER.includes(agent.name);

  describe.skipIf(noGate !== undefined)("under the gate", () => {
    test("its start asks nothing and is denied nothing", async () => {
      const place = await Workplace.open(agent, []);
      const run = place.runGuarded();
      expect(await run.closed, told(run)).toEqual(ENDED_WELL);
      expect(run.stderr).toContain(`, ${TIER},`);
      expect(place.events[0]?.details).toMatchObject({ tier: TIER });
      expect(denied(place).map(summary)).toEqual([]);
      expect(place.model.strangeRequests).toEqual([]);
      const events = place.events.map(({ event }) => event).filter((event) => event !== "notice");
      expect(events).toEqual(["session-start", "session-end"]);
    });

    test("what is allowed runs, what is denied does not, and the model is told", async () => {
      const place = await Workplace.open(agent, [SHOW_COMMIT, ...forbidden, SHOW_COMMIT]);
      const run = place.runGuarded();
      expect(await run.closed, told(run)).toEqual(ENDED_WELL);
      const ids = toldDenials(place, forbidden);
      // One deny for each call, the very ones that the model was told of, and none for anything else that the agent did.
      expect(denied(place).map(summary)).toEqual(forbidden.map((line) => expect.stringContaining(line)));
      expect(denied(place).map(({ request_id }) => request_id)).toEqual(ids);
      expect(new Set(denied(place).map(({ layer }) => layer))).toEqual(new Set(["gate"]));
      const allowed = place.verdicts.filter(({ verdict }) => verdict === "allow").map(summary);
      expect(allowed).toContainEqual(expect.stringContaining(SHOW_COMMIT));
      expect(place.events.filter(({ event }) => event === "asked")).toEqual([]);
    });

    test("each tool call is one question, and what is answered runs", async () => {
      const script = ["touch by-program", "mkdir made && touch made/by-line && ls made"];
      const place = await Workplace.open(agent, script);
      const run = place.runGuarded({ console: "wait" });
      const asked: PendingQuestion[] = [];
      for (const line of script) {
        const question = await nextQuestion(place, run);
        asked.push(question);
        expect(place.has("by-program")).toBe(asked.length === 2);
        expect(question.line).toContain(line);
        // A person sees the line, not the 38 kB that codex puts around it.
        expect(question.line.length).toBeLessThan(SHOWN);
        place.resolve(question.id);
      }
      expect(await run.closed, told(run)).toEqual(ENDED_WELL);

      expect([place.has("by-program"), place.has("made/by-line")]).toEqual([true, true]);
      expect(place.model.results).toEqual([expect.any(String), expect.stringContaining("by-line")]);
      const questions = place.events.filter(({ event }) => event === "asked");
      expect(questions.map(({ request_id }) => request_id)).toEqual(asked.map(({ id }) => id));
      expect(denied(place).map(summary)).toEqual([]);
    });

    test.runIf(isInEveryTier)(
      "an answer for the session holds, whatever names the agent makes up for its next call",
      async () => {
        const line = "touch by-program && ls";
        const place = await Workplace.open(agent, [line, line]);
        const run = place.runGuarded({ console: "wait" });
        const { id } = await nextQuestion(place, run);
        place.resolve(id, "session");
        expect(await run.closed, told(run)).toEqual(ENDED_WELL);
        expect(place.events.filter(({ event }) => event === "asked")).toHaveLength(1);
        expect(place.model.results).toEqual([
          expect.stringContaining("by-program"),
          expect.stringContaining("by-program"),
        ]);
      },
    );

    test.runIf(agent.sandboxArgs !== undefined && HAS_BWRAP)(
      "with its own sandbox around each call it is the same",
      async () => {
        const place = await Workplace.open(agent, [SHOW_COMMIT, ...forbidden, SHOW_COMMIT]);
        // Root has no user namespaces in confinement.
        const confine = process.getuid?.() === 0 ? "off" : "auto";
        const run = place.runGuarded({ confine }, agent.sandboxArgs);
        expect(await run.closed, told(run)).toEqual(ENDED_WELL);
        const ids = toldDenials(place, forbidden);
        expect(denied(place).map(({ request_id }) => request_id)).toEqual(ids);
        expect(denied(place).map(({ chain }) => chain)).toEqual(
          ids.map(() => expect.arrayContaining(["bwrap"])),
        );
      },
    );

    test.runIf(agent.name === "gemini")("what it puts around a line cannot be turned to a file", async () => {
      // Its own words end with: jobs -p > "$_bgpids_file"
      const place = await Workplace.open(agent, [
        "_bgpids_file=by-name; git status",
        "printf -v _bgpids_file by-builtin; git status",
        'read "_bgpids""_file" <<< by-program; git status',
      ]);
      const run = place.runGuarded();
      expect(await run.closed, told(run)).toEqual(ENDED_WELL);
      expect(["by-name", ...FORBIDDEN_FILES].filter((name) => place.has(name))).toEqual([]);
    });

    test.runIf(agent.name === "codex")("a shell of the model's choice is no way around", async () => {
      const choices = [{ login: false }, { tty: true }, { shell: "/bin/sh" }, { shell: "sh", login: false }];
      const script = choices.flatMap((options) => [
        shellStep(agent, SHOW_COMMIT, options),
        shellStep(agent, "touch by-program; : > by-builtin", options),
      ]);
      const place = await Workplace.open(agent, script);
      const run = place.runGuarded();
      expect(await run.closed, told(run)).toEqual(ENDED_WELL);
      expect(place.model.results).toEqual(
        choices.flatMap(() => [expect.stringContaining(FIRST_COMMIT), expect.stringMatching(CHECK_ID)]),
      );
      expect([place.has("by-program"), place.has("by-builtin")]).toEqual([false, false]);
      expect(denied(place)).toHaveLength(choices.length);
    });

    test.runIf(agent.name === "opencode")(
      "a call that the agent gives up is no question any more",
      async () => {
        const options = { timeout: 1_000 };
        const place = await Workplace.open(agent, [
          shellStep(agent, "touch by-program", options),
          SHOW_COMMIT,
        ]);
        const run = place.runGuarded({ console: "wait" });
        expect(await run.closed, told(run)).toEqual(ENDED_WELL);
        expect(place.model.results).toEqual([
          expect.stringContaining("timeout"),
          expect.stringContaining(FIRST_COMMIT),
        ]);
        expect(place.has("by-program")).toBe(false);
        const events = place.events.map(({ event }) => event).filter((event) => event !== "notice");
        expect(events).toEqual(["session-start", "asked", "gave-up", "session-end"]);
      },
    );

    test.runIf(agent.read !== undefined && noConfinement === undefined)(
      "its own tool finds guard's words in the place of a secret",
      async () => {
        const home = (place: Workplace) => join(place.home, ".netrc");
        const place = await Workplace.open(agent, (opened) => [readStep(agent, home(opened)), SHOW_COMMIT]);
        writeFileSync(home(place), "machine example.org login me password sesame\n");
        const run = place.runGuarded();
        expect(await run.closed, told(run)).toEqual(ENDED_WELL);
        expect(place.model.results).toEqual([
          expect.stringContaining("guard run --reveal"),
          expect.stringContaining(FIRST_COMMIT),
        ]);
        expect(place.model.results.join()).not.toContain("sesame");
        expect(denied(place).map(summary)).toEqual([]);
      },
    );

    test.runIf(isInEveryTier)("its exit status is guard's", async () => {
      const place = await Workplace.open(agent, []);
      const [command = ""] = agent.args;
      const args = [...(command.startsWith("-") ? [] : [command]), "--no-such-option"];
      const plain = await place.runPlain(args).closed;
      expect(plain.code).toBeGreaterThan(0);
      expect(await place.runGuarded({}, args).closed).toEqual(plain);
    });
  });

  test.runIf(isInEveryTier)("without the gate the denied does not run either", async () => {
    const place = await Workplace.open(agent, [SHOW_COMMIT, ...forbidden, SHOW_COMMIT]);
    const run = place.runGuarded({ gate: "off" });
    expect(await run.closed, told(run)).toEqual(ENDED_WELL);
    // This tier has no leases for what agents do by themselves: more may be denied.
    const ids = denied(place).map(({ request_id }) => request_id);
    expect(ids).toEqual(expect.arrayContaining(toldDenials(place, forbidden)));
  });
});

/** Of a session that ran [allowed, ...forbidden, allowed]: the checks that the model was told of. */
function toldDenials(place: Workplace, forbidden: readonly string[]): string[] {
  const [first, ...others] = place.model.results;
  const last = others.pop();
  expect([first, last]).toEqual([
    expect.stringContaining(FIRST_COMMIT),
    expect.stringContaining(FIRST_COMMIT),
  ]);
  expect(others).toEqual(
    forbidden.map((line) => expect.stringContaining(`[rule ${FORBIDDEN[line]}, check `)),
  );
  expect(FORBIDDEN_FILES.filter((name) => place.has(name))).toEqual([]);
  return others.map((result) => CHECK_ID.exec(result)?.[1] ?? "");
}

/** The next question, which is the only one that waits. */
async function nextQuestion(place: Workplace, run: Run): Promise<PendingQuestion> {
  return until(
    "a question",
    () => {
      if (run.child.exitCode !== null) throw new Error(`the agent ended without a question: ${told(run)}`);
      const session = /guard: session (\w+),/.exec(run.stderr)?.[1];
      if (session === undefined) return undefined;
      const [question, ...others] = place.pending(session);
      expect(others.map(({ line }) => line)).toEqual([]);
      return question;
    },
    // Agents of 100 MB start slowly where others work.
    AGENT_LIMIT_MS,
  );
}

function denied(place: Workplace): readonly VerdictRecord[] {
  return place.verdicts.filter(({ verdict }) => verdict === "deny");
}

/** Rule and command. Of a long one (codex puts 38 kB around a line) the two ends: the line stands at the end. */
function summary({ command, rule }: VerdictRecord): string {
  const text = typeof command === "string" ? command : command.join(" ");
  return `${rule}: ${text.length > 2 * SHOWN ? `${text.slice(0, SHOWN)} … ${text.slice(-SHOWN)}` : text}`;
}

function told(run: Run): string {
  return `${run.stdout}\n${run.stderr}`;
}
