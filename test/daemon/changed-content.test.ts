/** An answer is for what would have run when the question was made. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { askControl } from "../../src/ipc/control-client.ts";
import { PENDING_REPLY, RESOLVE_REPLY } from "../../src/protocol/control-messages.ts";
import { type Fields, lineCheck, TestDaemon } from "../helpers/daemon.ts";
import { MACHINE_HAS_ORG_POLICY } from "../helpers/org-policy.ts";
import { until } from "../helpers/until.ts";

const check = test.skipIf(MACHINE_HAS_ORG_POLICY);

let daemon: TestDaemon;
beforeAll(async () => {
  daemon = new TestDaemon();
  await daemon.start({ console: "wait" });
});
afterAll(() => daemon.stop());

/** In a folder of its own below the project: each row has its own files. */
function folderWith(name: string, files: Files): string {
  const folder = join(daemon.project, name.replaceAll(/\W/g, "_"));
  write(folder, files);
  return folder;
}
function write(folder: string, files: Files): void {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(join(folder, file, ".."), { recursive: true });
    writeFileSync(join(folder, file), text, { mode: 0o755 });
  }
}

async function answer(
  asked: Promise<Fields>,
  decision: "once" | "session" | "deny",
  meanwhile: () => void = () => undefined,
): Promise<Fields> {
  const question = await until("a question", async () => {
    const reply = await askControl(daemon.folder, { op: "pending" }, PENDING_REPLY);
    return reply.kind === "reply" && reply.reply.ok ? reply.reply.pending[0] : undefined;
  });
  meanwhile();
  await askControl(daemon.folder, { op: "resolve", check: question.id, decision }, RESOLVE_REPLY);
  return asked;
}

type Files = Readonly<Record<string, string>>;

const many = Array.from({ length: 40 }, (_, n) => `./s${n}.sh`);
const task = (script: string): string => JSON.stringify({ scripts: { x: script } });
const rows: readonly [line: string, before: Files, after: Files][] = [
  ["npm run x", { "package.json": task("touch good") }, { "package.json": task("touch evil") }],
  [
    many.join("; "),
    Object.fromEntries(many.map((name) => [name, "touch good\n"])),
    { "s39.sh": "touch evil\n" },
  ],
  // It may set NODE_OPTIONS.
  ["node --env-file=x.env -e 1", { "x.env": "A=1\n" }, { "x.env": "NODE_OPTIONS=--require=./x.cjs\n" }],
  ["node --openssl-config x.cnf -e 1", { "x.cnf": "a = 1\n" }, { "x.cnf": "a = 2\n" }],
  ["node --snapshot-blob x.blob x.js", { "x.blob": "good", "x.js": "" }, { "x.blob": "evil" }],
  ["bash < x.sh", { "x.sh": "touch good\n" }, { "x.sh": "touch evil\n" }],
  ["bash -o pipefail -s a < x.sh", { "x.sh": "touch good\n" }, { "x.sh": "touch evil\n" }],
  ["cat x.sh | bash", { "x.sh": "touch good\n" }, { "x.sh": "touch evil\n" }],
  ["cat x.sh | tr a b | sh -e", { "x.sh": "touch good\n" }, { "x.sh": "touch evil\n" }],
  ["python3 < y.py", { "y.py": "good" }, { "y.py": "evil" }],
  ["cat y.py | python3 -u -", { "y.py": "good" }, { "y.py": "evil" }],
  ["python3 app", { "app/__main__.py": "good" }, { "app/__main__.py": "evil" }],
  ["python3 -m y", { "y.py": "good" }, { "y.py": "evil" }],
  ["python3 -m y.z a", { "y/z.py": "good" }, { "y/z/__main__.py": "evil" }],
  ["node .", { "index.js": "good" }, { "index.js": "evil" }],
  ["node .", { "package.json": '{"main":"lib/a"}', "lib/a.js": "good" }, { "lib/a.js": "evil" }],
  ["node index", { "index.js": "good" }, { "index.js": "evil" }],
  ["make", { Makefile: "all:\n\ttouch good\n" }, { Makefile: "all:\n\ttouch evil\n" }],
  ["make all", { Makefile: "all:\n\ttouch good\n" }, { GNUmakefile: "all:\n\ttouch evil\n" }],
  ["make -C sub all", { "sub/makefile": "all:\n" }, { "sub/makefile": "all:\n\ttouch evil\n" }],
];
check.for(rows)("%s, changed while the question waited", async ([line, before, after]) => {
  const cwd = folderWith(`${line.slice(0, 40)} ${Object.keys(after)[0]}`, before);
  const asked = daemon.line(line, { cwd });
  expect(await answer(asked, "once", () => write(cwd, after))).toMatchObject({
    verdict: "deny",
    rule: "guard.changed",
  });
});

check.for(rows)("%s, changed after an answer for the session", async ([line, before, after]) => {
  const cwd = folderWith(`session ${line.slice(0, 40)} ${Object.keys(after)[0]}`, before);
  const ask = () => daemon.line(line, { cwd });
  expect(await answer(ask(), "session")).toMatchObject({ verdict: "allow" });
  expect(await ask()).toMatchObject({ verdict: "allow" });
  write(cwd, after);
  expect(await answer(ask(), "deny")).toMatchObject({ verdict: "deny", rule: "person" });
});

check("what a command only works on may change", async () => {
  const cwd = folderWith("data", { "x.py": "good", data: "1", "y.py": "good" });
  for (const line of ["python3 x.py < data", "cat data | python3 x.py", "python3 y.py; cat data"]) {
    const asked = daemon.line(line, { cwd });
    expect(await answer(asked, "once", () => write(cwd, { data: `${Math.random()}` }))).toMatchObject({
      verdict: "allow",
    });
  }
});

check("more files than can be held are denied, with a way out", async () => {
  const { line: _, shell: __, ...rest } = lineCheck("", daemon.project, { layer: "shim", kind: "argv" });
  const files = Array.from({ length: 2_500 }, (_, n) => ["-f", `${n}.mk`]).flat();
  const connection = await daemon.connect();
  const answer = await connection.ask({ ...rest, path: "/usr/bin/make" }, ["make", ...files]);
  connection.close();
  expect(answer).toMatchObject({
    verdict: "deny",
    rule: "guard.too-many-files",
    instead: expect.stringContaining("smaller parts"),
  });
});

const HOLDS_FILE = `
import fcntl, os, signal, sys
signal.signal(signal.SIGIO, signal.SIG_IGN)
fd = os.open(sys.argv[1], os.O_RDWR)
fcntl.fcntl(fd, fcntl.F_SETLEASE, fcntl.F_WRLCK)
print("held", flush=True)
sys.stdin.read()
`;

// Whoever opens such a file waits for 45 s, unless it says that it does not want to wait.
test.skipIf(MACHINE_HAS_ORG_POLICY || !existsSync("/usr/bin/python3"))(
  "a file that somebody holds keeps no other check waiting",
  async () => {
    const folder = folderWith("held", { "pkg/package.json": "{}" });
    const holder = spawn("/usr/bin/python3", ["-c", HOLDS_FILE, join(folder, "pkg/package.json")]);
    try {
      await once(holder.stdout, "data");
      const asked = daemon.ask(lineCheck("node ./pkg", folder));
      expect(await daemon.line("ls -d /")).toMatchObject({ verdict: "allow" });
      await answer(asked, "deny");
    } finally {
      holder.kill("SIGKILL");
    }
  },
  20_000,
);
