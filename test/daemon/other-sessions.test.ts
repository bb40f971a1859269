/** A session that starts asks those that run whether guard's folders are what they were; anything but a clear yes is a no. */
import { spawn } from "node:child_process";
import { mkdirSync, renameSync } from "node:fs";
import { createServer } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { askOtherSessions, startVouching, type Vouching } from "../../src/daemon/other-sessions.ts";
import { beyond, Home } from "./held-folders.ts";

const USER = process.getuid?.() ?? 0;
const NOBODY = 65_534;
const VIEW = "mnt:[1]";
/** Sessions of other tests run beside us. */
const prefix = `guard/test-${process.pid}`;

let at: Home;
let ends: (() => void)[];
let count = 0;
beforeEach(() => {
  at = new Home();
  ends = [];
});
afterEach(() => {
  for (const end of ends) end();
  at.dispose();
});

function vouching(...more: readonly string[]): Vouching {
  if (beyond === undefined) throw new Error("beyond-node.node is not built");
  const own = at.keep(...more);
  ends.push(() => own.forget());
  return { session: `s${count++}`, user: USER, own, beyond, view: VIEW, prefix };
}

async function start(first: Vouching): Promise<() => void> {
  const end = await startVouching(first);
  ends.push(end);
  return end;
}

/** Something that has such a name, and says this. */
function pretend(session: string, say: string): Promise<void> {
  const server = createServer((socket) => socket.end(say));
  ends.push(() => server.close());
  const name = `\0${prefix}/${USER}/${session}`.padEnd(108, "\0");
  return new Promise((resolve) => server.listen(name, () => resolve()));
}

describe.skipIf(beyond === undefined)("sessions vouch", () => {
  test("nobody else: nothing is in the way", async () => {
    expect(await askOtherSessions(vouching())).toEqual([]);
  });

  test("another one that began with the same folders", async () => {
    await start(vouching());
    expect(await askOtherSessions(vouching())).toEqual([]);
  });

  test("another one of other folders has nothing to say of ours", async () => {
    const elsewhere = new Home();
    ends.push(() => elsewhere.dispose());
    const first = vouching();
    await start({ ...first, own: elsewhere.keep() });
    expect(await askOtherSessions(vouching())).toEqual([]);
  });

  test("one that began before the folder was replaced does not vouch, however it looks now", async () => {
    const first = vouching();
    await start(first);
    renameSync(at.policy, `${at.policy}-away`);
    mkdirSync(at.policy);
    const asking = vouching();
    renameSync(at.policy, `${at.policy}-evil`);
    renameSync(`${at.policy}-away`, at.policy);
    expect(await askOtherSessions(asking)).toEqual([
      `session ${first.session} is being ended: ${at.policy} was moved while its agent ran; start again when it is gone (guard sessions)`,
    ]);
  });

  test("one whose other folders were moved has nothing to say of ours", async () => {
    const more = `${at.home}/more`;
    mkdirSync(more);
    await start(vouching(more));
    renameSync(more, `${more}-away`);
    expect(await askOtherSessions(vouching())).toEqual([]);
  });

  test("one that knows another folder by this name", async () => {
    const first = vouching();
    const folders = { [at.policy]: "1:2" };
    await pretend(
      first.session,
      JSON.stringify({ v: 1, session: first.session, view: VIEW, moved: null, folders }),
    );
    expect(await askOtherSessions(vouching())).toEqual([
      `${at.policy} is not the folder that session ${first.session} began with: end that session, look at the folder, start again`,
    ]);
  });

  test("one that sees other mounts may know another folder by this name, but a move counts there, too", async () => {
    const { session } = vouching();
    const said = { v: 1, session, view: "mnt:[2]", moved: null, folders: { [at.policy]: "1:2" } };
    await pretend(session, JSON.stringify(said));
    const another = vouching().session;
    const moved = { path: at.policy, how: "moved" };
    await pretend(another, JSON.stringify({ ...said, session: another, moved }));
    expect(await askOtherSessions(vouching())).toEqual([
      expect.stringContaining(`session ${another} is being ended: ${at.policy} was moved`),
    ]);
  });

  test("one that knows a folder where there is none now", async () => {
    const none = `${at.home}/none`;
    const first = vouching();
    const folders = { [none]: "1:2" };
    await pretend(
      first.session,
      JSON.stringify({ v: 1, session: first.session, view: VIEW, moved: null, folders }),
    );
    expect(await askOtherSessions(vouching(none))).toEqual([
      expect.stringContaining(`${none} is not the folder that session`),
    ]);
  });

  test("a folder that was made since the other one began", async () => {
    const late = `${at.home}/late`;
    await start(vouching(late));
    mkdirSync(late);
    expect(await askOtherSessions(vouching(late))).toEqual([]);
  });

  test.for([
    ["nothing", ""],
    ["no JSON", "in place"],
    ["another version", '{"v":2}'],
    ["too much", JSON.stringify({ v: 1, session: "x".repeat(70_000), view: VIEW, moved: null, folders: {} })],
  ] as const)("one that says %s", async ([, say]) => {
    const { session } = vouching();
    await pretend(session, say);
    expect(await askOtherSessions(vouching())).toEqual([
      `session ${session} does not say whether guard's folders are in place, or something else has taken its name: guard sessions lists the real ones; end it first`,
    ]);
  });

  test("one that has ended is not asked", async () => {
    const end = await start(vouching());
    end();
    expect(await askOtherSessions(vouching())).toEqual([]);
  });

  test.skipIf(USER !== 0)("a name that another user took says nothing", async () => {
    const { session } = vouching();
    const name = JSON.stringify(`\0${prefix}/${USER}/${session}`.padEnd(108, "\0"));
    const script = `require("node:net").createServer((s) => s.end("no")).listen(${name}, () => console.log("up"))`;
    const other = spawn(process.execPath, ["-e", script], { cwd: "/", uid: NOBODY, gid: NOBODY });
    const ended = new Promise((resolve) => other.once("exit", resolve));
    const up = await Promise.race([new Promise((resolve) => other.stdout.once("data", resolve)), ended]);
    if (typeof up === "number") process.stderr.write("other-sessions: nobody cannot run node here\n");
    expect(await askOtherSessions(vouching())).toEqual([]);
    other.kill("SIGKILL");
    await ended;
  });
});
