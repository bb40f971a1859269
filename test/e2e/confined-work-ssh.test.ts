/** `git push` over ssh from a confined session: by the person's agent, alias and known hosts, while the key itself cannot be read. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hasProgram } from "../launcher/user-terminal.ts";
import { Person } from "./confined-person.ts";
import { cannotRun, openSession, PEOPLE } from "./confined-session.ts";
import { startSshd } from "./confined-sshd.ts";

const lacks = ["/usr/sbin/sshd", "ssh-agent", "git"].filter((name) => !hasProgram(name));
if (lacks.length > 0) process.stderr.write(`skipped: ssh under confinement: no ${lacks.join(", ")} here\n`);

describe.skipIf(cannotRun || lacks.length > 0).each(PEOPLE)("ssh as %s", (who) => {
  let person: Person;
  let agentSocket: string;
  beforeAll(async () => {
    person = await Person.open(who);
    const port = await startSshd(person);
    agentSocket = `${person.root}/ssh-agent`;
    person.outside(`
      ssh-keygen -q -t ed25519 -N '' -f ~/.ssh/id_ed25519 && cat ~/.ssh/id_ed25519.pub > ~/.ssh/authorized_keys
      ssh-agent -a ${agentSocket} > /dev/null && SSH_AUTH_SOCK=${agentSocket} ssh-add -q ~/.ssh/id_ed25519
      printf 'Host hub\\n  HostName 127.0.0.1\\n  Port ${port}\\n' > ~/.ssh/config
      ssh-keyscan -p ${port} 127.0.0.1 2> /dev/null > ~/.ssh/known_hosts && test -s ~/.ssh/known_hosts
      git init -q --bare ~/hub.git && git remote add origin hub:hub.git
    `);
  });
  afterAll(() => person.leave());

  const PUSH = "git commit -q --allow-empty -m work && git push -q origin HEAD";
  const pushed = () => person.tries("git --git-dir ~/hub.git log --format=%s --all").stdout;

  test("a push goes through the agent, and the key file stays hidden", async () => {
    const session = openSession(person, { env: { SSH_AUTH_SOCK: agentSocket } });
    const { ran, asked } = await session.does(PUSH);
    const key = await session.reads(`${person.home}/.ssh/id_ed25519`);
    const open = await session.reads(`${person.home}/.ssh/config`);
    expect(ran, ran.stderr).toMatchObject({ status: 0 });
    expect(asked).toHaveLength(1);
    expect(pushed()).toContain("work");
    expect(key.stdout).not.toContain("PRIVATE KEY");
    expect(open.stdout).toContain("Host hub");
  });

  test("a host that is new is written to known_hosts, for the person too", async () => {
    person.outside("cp ~/.ssh/known_hosts ~/known && : > ~/.ssh/known_hosts");
    const session = openSession(person, { env: { SSH_AUTH_SOCK: agentSocket } });
    const { ran } = await session.does("ssh -o StrictHostKeyChecking=accept-new hub true");
    const known = person.outside("cat ~/.ssh/known_hosts; cp ~/known ~/.ssh/known_hosts");
    expect(ran, ran.stderr).toMatchObject({ status: 0 });
    expect(known).toContain("ssh-ed25519");
  });

  test("ssh -t has a terminal there", async () => {
    const session = openSession(person, { env: { SSH_AUTH_SOCK: agentSocket } });
    const { ran } = await session.does("script -qec 'ssh -t hub tty' /dev/null");
    expect(ran, ran.stderr).toMatchObject({ status: 0 });
    expect(ran.stdout).toMatch(/\/dev\/pts\/\d+/);
  });

  test("without an agent the push fails, and a note beside the hidden key tells what to do", async () => {
    const session = openSession(person);
    const { ran } = await session.does(PUSH);
    expect(ran.status).not.toBe(0);
    expect(ran.stderr).toContain("Permission denied (publickey");
    const note = await session.reads(`${person.home}/.ssh/HIDDEN-BY-GUARD.txt`);
    expect(note.stdout).toContain("guard run --reveal");
  });

  test("--reveal opens the one key, and the start says so", async () => {
    const session = openSession(person, { options: ["--reveal", `${person.home}/.ssh/id_ed25519`] });
    const { ran } = await session.does(PUSH);
    expect(ran, ran.stderr).toMatchObject({ status: 0 });
    expect(session.startLine).toContain("id_ed25519");
  });
});
