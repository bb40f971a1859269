/** Lines that an agent runs in the full tier, as root and as a plain user, each in a folder of its own of one session. */
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Person, type Who } from "./confined-person.ts";
import { type Asked, ConfinedSession, cannotRun, PEOPLE, type Start } from "./confined-session.ts";

export interface Job {
  /** With `{home}`, `{here}` and `{runtime}` for the folders of the person, of the job, and of sockets; files too. */
  readonly line: string;
  readonly status?: number;
  /** All of what it prints, blanks at the ends aside; or what is to be found in it. */
  readonly prints?: string | RegExp;
  /** Below the job's folder; what begins with `#!` can be executed. */
  readonly files?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  /** Lines of the person's own, outside of guard: before the session begins, and when the job is done. */
  readonly before?: string;
  readonly after?: string;
  /** What `after` prints. */
  readonly leaves?: string | RegExp;
  /** Only for one of the two. */
  readonly who?: Who;
  /** A line that succeeds where the job can be done; else `lacks` is said. */
  readonly needs?: string;
  readonly lacks?: string;
}

export interface Place {
  readonly start?: (person: Person) => Start;
  readonly prepare?: (person: Person) => Promise<void> | void;
}

export function describeJobs(title: string, jobs: Readonly<Record<string, Job>>, place: Place = {}): void {
  const all = Object.entries(jobs);
  const rowsOf = (who: Who) => all.filter(([, job]) => job.who === undefined || job.who === who);
  const people = PEOPLE.filter((who) => rowsOf(who).length > 0);
  describe.skipIf(cannotRun).each(people)(`${title}, as %s`, (who) => {
    const rows = rowsOf(who).map(([name, job], index) => [name, job, `job${index}`] as const);
    let person: Person;
    let session: ConfinedSession;
    beforeAll(async () => {
      person = await Person.open(who);
      await place.prepare?.(person);
      for (const [, job, folder] of rows) makeReady(job, person, join(person.project, folder));
      session = new ConfinedSession(person, place.start?.(person));
    });
    afterAll(async () => {
      await session.end();
      person.leave();
    });

    test.for(rows)("%s", async ([, job, folder], { skip }) => {
      if (job.needs !== undefined && person.tries(job.needs).status !== 0)
        skip(`${job.lacks ?? job.needs}: not here`);
      const here = join(person.project, folder);
      expectDone(
        job,
        await session.does(`cd ${here} || exit\n${fill(job.line, person, here)}`, fillEnv(job, person, here)),
      );
      if (job.after === undefined) return;
      expectText(person.outside(fill(job.after, person, here)), job.leaves);
    });
  });
}

function makeReady({ files = {}, before }: Job, person: Person, here: string): void {
  person.folder(here);
  for (const [name, text] of Object.entries(files))
    person.write(join(here, name), fill(text, person, here), text.startsWith("#!") ? 0o755 : 0o644);
  if (before !== undefined) person.outside(fill(before, person, here));
}

function expectDone({ status = 0, prints }: Job, { ran, asked }: Asked): void {
  expect(ran, `${ran.stdout}\n${ran.stderr}`).toMatchObject({ status });
  expectText(ran.stdout, prints);
  expect(asked.length, asked.join("\n")).toBeLessThanOrEqual(1);
}

function expectText(text: string, expected: string | RegExp | undefined): void {
  if (typeof expected === "string") expect(text.trim()).toBe(expected);
  else if (expected !== undefined) expect(text).toMatch(expected);
}

function fill(text: string, { home, runtime }: Person, here: string): string {
  return text.replaceAll("{home}", home).replaceAll("{runtime}", runtime).replaceAll("{here}", here);
}

function fillEnv({ env = {} }: Job, person: Person, here: string): { readonly env: Record<string, string> } {
  return {
    env: Object.fromEntries(Object.entries(env).map(([name, value]) => [name, fill(value, person, here)])),
  };
}
