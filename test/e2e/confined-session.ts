/** A session of a person in the full tier, with the agent that does what a test tells it. */
import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { onTestFinished } from "vitest";
import { hasGate } from "../helpers/gate.ts";
import { type Person, uidOf, WHO, type Who, whyNoPerson } from "./confined-person.ts";
import { GatedSession, type How, type Ran } from "./gated-session.ts";

const SEAT = resolve(import.meta.dirname, "../../dist/native/guard-seat");
const SKIPPED = "skipped: real work under confinement";

/** Who can work in the full tier here. */
export const PEOPLE: readonly Who[] = WHO.filter((who) => {
  const why = whyNotConfined(who);
  if (why !== undefined) process.stderr.write(`${SKIPPED}, as ${who}: ${why}\n`);
  return why === undefined;
});

function whyNotConfined(who: Who): string | undefined {
  const bwrap = spawnSync("sh", ["-c", "command -v bwrap"], { encoding: "utf8" }).stdout.trim();
  if (bwrap === "") return "no bwrap on this machine";
  const uid = uidOf(who);
  const isRoot = process.getuid?.() === 0;
  const user = isRoot ? { uid, gid: uid } : {};
  const probe = spawnSync(SEAT, ["--probe-confine", bwrap], { encoding: "utf8", ...user });
  return probe.status === 0 ? undefined : probe.stdout?.trim() || "the probe of bwrap failed";
}

export const cannotRun = !hasGate || whyNoPerson !== undefined;

export const CONFINE: readonly string[] = ["--confine", "on"];

export interface Asked {
  readonly ran: Ran;
  /** What a person was asked, and allowed. */
  readonly asked: readonly string[];
}

export interface Start {
  readonly options?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Not the person's project. */
  readonly cwd?: string;
}

export class ConfinedSession {
  readonly session: GatedSession;

  constructor(person: Person, { options = [], env = {}, cwd = person.project }: Start = {}) {
    const surroundings = {
      root: person.root,
      home: person.home,
      project: cwd,
      env: { ...person.env, ...env },
      before: person.as("person", cwd),
    };
    this.session = new GatedSession("wait", [...CONFINE, ...options], {}, surroundings);
  }

  /** The agent runs the line; whatever is asked is allowed. */
  does(line: string, how: How = {}): Promise<Asked> {
    return this.session.allowing(this.session.line(line, how));
  }

  /** The agent itself reads the file, as its own tools would. */
  reads(path: string): Promise<Ran> {
    return this.session.reads(path);
  }

  writes(path: string, text: string): Promise<Ran> {
    return this.session.writes(path, text);
  }

  get startLine(): string {
    return this.session.stderr;
  }

  end(): Promise<void> {
    return this.session.end();
  }
}

/** Ended with the test. */
export function openSession(person: Person, start: Start = {}): ConfinedSession {
  const session = new ConfinedSession(person, start);
  onTestFinished(() => session.end());
  return session;
}

export function quote(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
