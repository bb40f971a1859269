/** Signed commits from a confined session: by the gpg-agent outside, while the private keys cannot be read. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { GUARD } from "../launcher/guard-run.ts";
import { hasProgram } from "../launcher/user-terminal.ts";
import { startPane } from "../shells/tmux.ts";
import { terminalOf } from "./approvals-terminal.ts";
import { Person, type Who } from "./confined-person.ts";
import { CONFINE, cannotRun, openSession, PEOPLE, quote } from "./confined-session.ts";

const lacks = ["gpg", "gpg-agent", "pinentry-curses", "git", "tmux"].filter((name) => !hasProgram(name));
if (lacks.length > 0) process.stderr.write(`skipped: gpg under confinement: no ${lacks.join(", ")} here\n`);

const SIGN = "git commit -q -S --allow-empty -m signed";
const SHOW = "git log -1 --format='%G? %s'";
const PASSPHRASE = "correct horse";

async function personWithKey(who: Who, passphrase: string): Promise<Person> {
  const person = await Person.open(who);
  person.outside(`
    mkdir -m 700 ~/.gnupg && echo 'pinentry-program /usr/bin/pinentry-curses' > ~/.gnupg/gpg-agent.conf
    gpg --batch --quiet --pinentry-mode loopback --passphrase ${quote(passphrase)} --quick-gen-key p@example.org ed25519 sign never
    git config --global user.signingkey p@example.org
    gpgconf --kill gpg-agent
  `);
  return person;
}

describe.skipIf(cannotRun || lacks.length > 0).each(PEOPLE)("gpg as %s", (who) => {
  let person: Person;
  beforeAll(async () => {
    person = await personWithKey(who, "");
  });
  afterAll(() => {
    person.tries("gpgconf --kill gpg-agent");
    person.leave();
  });

  test("a commit is signed by the agent outside, and the keys stay hidden", async () => {
    person.outside("gpgconf --launch gpg-agent");
    const keys = join(person.home, ".gnupg/private-keys-v1.d");
    const [key = ""] = readdirSync(keys);
    const session = openSession(person);
    const { ran, asked } = await session.does(SIGN);
    expect(ran, ran.stderr).toMatchObject({ status: 0 });
    expect(asked).toHaveLength(1);
    expect(person.outside(SHOW)).toMatch(/^[GU] signed/);
    expect(await session.reads(join(keys, key))).toMatchObject({ status: "ENOENT", stdout: "" });
  });

  test("without an agent outside nothing is signed, and a note beside the hidden keys tells what to do", async () => {
    person.outside("gpgconf --kill gpg-agent");
    const session = openSession(person);
    const { ran } = await session.does(SIGN);
    expect(ran.status).not.toBe(0);
    expect(ran.stderr).toContain("gpg failed to sign the data");
    const note = await session.reads(join(person.home, ".gnupg/HIDDEN-BY-GUARD.txt"));
    expect(note.stdout).toContain("guard run --reveal");
    // One below guard would only stand in the way of the person's own.
    const denied = session.session.records.filter(({ verdict }) => verdict === "deny");
    expect(denied.map(({ tool_name }) => tool_name)).toContain("gpg-agent");
  });
});

describe.skipIf(cannotRun || lacks.length > 0).each(PEOPLE)("gpg with a passphrase as %s", (who) => {
  test("pinentry asks on the agent's own terminal", async () => {
    const person = await personWithKey(who, PASSPHRASE);
    onTestFinished(() => {
      person.tries("gpgconf --kill gpg-agent");
      person.leave();
    });
    person.outside("gpgconf --launch gpg-agent");
    const agent = person.write(
      "agent.sh",
      `#!/bin/bash -p\nGPG_TTY=$(tty) ${SIGN}; echo "ended $?"; read -r _\n`,
      0o700,
    );
    const argv = [GUARD, "run", "--mode", "full-auto", "--console", "none", ...CONFINE, "--", agent];
    const pane = terminalOf(
      await startPane({
        before: person.as("person"),
        argv,
        cwd: person.project,
        env: { ...person.env, TERM: "xterm-256color" },
      }),
    );
    onTestFinished(() => pane.kill());
    await pane.shows(/Passphrase:/);
    await pane.type(PASSPHRASE);
    await pane.press("Enter");
    await pane.shows("ended 0");
    expect(person.outside(SHOW)).toMatch(/^[GU] signed/);
  });
});
