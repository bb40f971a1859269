/** Who is taken for the agent, and what an approved line does not bring in: each row was a hole once. */
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { hasGate } from "../helpers/gate.ts";
import { MACHINE_HAS_ORG_POLICY } from "../helpers/org-policy.ts";
import { until } from "../helpers/until.ts";
import { GatedSession, type How } from "./gated-session.ts";

const GUARD = resolve(import.meta.dirname, "../../bin/guard");

let session: GatedSession;
afterEach(() => session.end());

describe.skipIf(!hasGate || MACHINE_HAS_ORG_POLICY)("with nobody to ask", () => {
  const rows: readonly [name: string, argv: readonly string[], how?: How][] = [
    ["another program with the agent's script as its word", ["./other", "AGENT"]],
    ["a copy of the agent's interpreter with its script", ["./node", "AGENT"]],
    [
      "codex's text in a session of something else",
      [
        "bash",
        "-lc",
        'set -e; . "HOME/.codex/shell_snapshots/01234567-89ab-cdef-0123-456789abcdef.tmp-12345678901"',
      ],
    ],
    [
      "claude's text in a session of something else",
      [
        "bash",
        "-c",
        "source HOME/.claude/shell-snapshots/snapshot-bash-1-a.sh && eval 'ls -d .' && pwd -P >| /tmp/claude-1-cwd",
      ],
    ],
    [
      "a name of the line that another PATH leads elsewhere",
      ["zsh", "-c", "ls; ls"],
      { env: { PATH: "PROJECT:/usr/bin:/bin" } },
    ],
    [
      "the same in an interactive bash",
      ["bash", "-ic", "ls; ls"],
      { env: { PATH: "PROJECT:/usr/bin:/bin" } },
    ],
    ["fish with functions from elsewhere", ["fish", "-c", "ls"], { env: { fish_function_path: "PROJECT" } }],
  ];
  test.for(rows)("%s runs nothing of its own", async ([, argv, how = {}]) => {
    session = new GatedSession("none");
    const mark = join(session.project, "mark");
    session.write("other", `#!/bin/sh\n: > ${mark}\n`);
    session.write("ls", `#!/bin/sh\n: > ${mark}\n`);
    session.write("ls.fish", `function ls\n  echo > ${mark}\nend\n`);
    copyFileSync("/bin/touch", join(session.project, "node"));
    mkdirSync(join(session.home, ".codex/shell_snapshots"), { recursive: true });
    mkdirSync(join(session.home, ".claude/shell-snapshots"), { recursive: true });
    const evil = `touch ${mark}\n: > ${mark}\n`;
    writeFileSync(
      join(session.home, ".codex/shell_snapshots/01234567-89ab-cdef-0123-456789abcdef.tmp-12345678901"),
      evil,
    );
    writeFileSync(join(session.home, ".claude/shell-snapshots/snapshot-bash-1-a.sh"), evil);
    const fill = (text: string) =>
      text
        .replaceAll("AGENT", join(session.root, "agent.mjs"))
        .replaceAll("HOME", session.home)
        .replaceAll("PROJECT", session.project);
    const env = Object.fromEntries(Object.entries(how.env ?? {}).map(([name, value]) => [name, fill(value)]));
    await session.run(argv.map(fill), { ...how, env });
    expect(session.has("mark")).toBe(false);
  });

  test("a program with more words than can be checked is denied, and the session goes on", async () => {
    session = new GatedSession("none");
    expect(await session.line("/bin/echo $(yes x | head -n 80000)")).toMatchObject({
      status: 126,
      stderr: expect.stringContaining("guard.too-long"),
    });
    expect(await session.line("ls -d /")).toMatchObject({ status: 0, stdout: "/\n" });
    const rules = session.records.map(({ details }) => (details as { rule?: string } | undefined)?.rule);
    expect(rules).toContain("guard.too-long");
  });

  test("an agent may be given a word that is longer than any name of a file", () => {
    session = new GatedSession("none");
    const words = ["run", "--gate", "on", "--console", "none", "--", "/bin/echo", "x".repeat(5_000)];
    const env = { PATH: process.env["PATH"], HOME: session.home, XDG_RUNTIME_DIR: join(session.root, "r") };
    const ran = spawnSync(process.execPath, [GUARD, ...words], {
      cwd: session.project,
      env,
      encoding: "utf8",
    });
    expect(ran.stdout, ran.stderr).toHaveLength(5_001);
  });
});

describe.skipIf(!hasGate || MACHINE_HAS_ORG_POLICY)("with a person", () => {
  /** Allows the line, then changes something before its last part begins. */
  async function changed(line: string, change: () => void): Promise<void> {
    writeFileSync(join(session.bin, "terraform"), "#!/bin/sh\ntouch mark\n", { mode: 0o755 });
    const running = session.line(`until [ -e go ]; do sleep 0.05; done; ${line}`);
    const first = await session.question();
    await session.resolve(first.id, "once");
    change();
    session.write("go", "");
    const second = await until("another question", async () =>
      (await session.pending()).find(({ id }) => id !== first.id),
    );
    await session.resolve(second.id, "deny");
    await running;
    expect(session.has("mark")).toBe(false);
  }

  test("a package's script that changed since is asked about", async () => {
    session = new GatedSession("wait");
    const scripts = (build: string) => JSON.stringify({ name: "x", version: "1.0.0", scripts: { build } });
    session.write("package.json", scripts("echo harmless"));
    await changed("npm run build", () => session.write("package.json", scripts("touch mark")));
  });

  test("also when the line itself changes something else of the package", async () => {
    session = new GatedSession("wait");
    const scripts = (build: string) => JSON.stringify({ name: "x", version: "1.0.0", scripts: { build } });
    session.write("package.json", scripts("echo harmless"));
    await changed("npm pkg set scripts.other=ls && npm run build", () =>
      session.write("package.json", scripts("touch mark")),
    );
  });

  test("a script that was not there brings in nothing that needs CONFIRM", async () => {
    session = new GatedSession("wait");
    await changed("bash y.sh", () => session.write("y.sh", "terraform destroy\n"));
  });
});
