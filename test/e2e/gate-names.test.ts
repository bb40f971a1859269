/** Names prove nothing by themselves: of a program, of an agent's text, of a start-up file. Each row was a hole once. */
import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { hasGate } from "../helpers/gate.ts";
import { MACHINE_HAS_ORG_POLICY } from "../helpers/org-policy.ts";
import { GatedSession } from "./gated-session.ts";

const GUARD = resolve(import.meta.dirname, "../../bin/guard");

describe.skipIf(!hasGate || MACHINE_HAS_ORG_POLICY)("a program that the agent has written", () => {
  let session: GatedSession;
  afterEach(() => session.end());

  async function started(console: "none" | "wait"): Promise<void> {
    session = new GatedSession(console);
    expect(await session.line("ls -d /")).toMatchObject({ status: 0 });
  }

  /** What makes a file of each of its words, under another name. */
  function copyTouch(name: string): string {
    const file = join(session.root, name);
    mkdirSync(dirname(file), { recursive: true });
    copyFileSync("/bin/touch", file);
    return file;
  }

  const rows: readonly [file: string, argv: readonly string[]][] = [
    ["bin/ls", ["ls", "mark"]],
    ["bin/ls", ["bash", "-c", "ls mark"]],
    ["bin/ls", ["bash", "-c", "ls mark; ls mark"]],
    ["bin/ls", ["FILE", "mark"]],
    ["bin/jq", ["bash", "-c", "jq . mark; true"]],
    ["home/.rbenv/bin/ls", ["FILE", "mark"]],
    ["home/.pyenv/shims/cat", ["FILE", "mark"]],
    ["home/.pyenv/shims/cat", ["bash", "-c", "FILE mark"]],
    ["home/.asdf/shims/cat", ["FILE", "mark"]],
    ["home/.local/share/mise/bin/cat", ["FILE", "mark"]],
    ["home/.nodenv/plugins/x/bin/cat", ["FILE", "mark"]],
    ["home/.pyenv/versions/z/bin/python3", ["FILE", "--help"]],
  ];
  test.for(rows)("%s is not what it is called: %j", async ([name, argv]) => {
    await started("none");
    const file = copyTouch(name);
    const ran = await session.run(argv.map((word) => word.replace("FILE", file)));
    expect([session.has("mark"), ran.stderr.includes("guard: denied")], JSON.stringify(ran)).toEqual([
      false,
      true,
    ]);
  });

  const lines = ["ls -d /", "ls -d /; true", "exec ls -d /", "(ls -d /)", "ls -d / | cat"];
  test.for(lines.flatMap((line) => [[line, "default"] as const, [line, "plan"] as const]))(
    "a text without a first line is not read by bash in the place of ls: %s, mode %s",
    async ([line, mode]) => {
      session = new GatedSession("none", ["--mode", mode]);
      expect(await session.line("ls -d /")).toMatchObject({ status: 0 });
      writeFileSync(join(session.bin, "ls"), `: > ${join(session.project, "mark")}\n`, { mode: 0o755 });
      const ran = await session.line(line);
      expect(ran.stderr).toContain("guard: denied");
      expect(session.has("mark")).toBe(false);
    },
  );

  test("an interpreter in front of a script that is known", async () => {
    await started("none");
    copyTouch("bin/python3");
    session.write("tool", "#!/usr/bin/env python3\n");
    await session.run(["python3", "./tool", "mark"]);
    expect(session.has("mark")).toBe(false);
  });

  test("what its name would need is needed all the same", async () => {
    await started("wait");
    copyTouch("bin/terraform");
    const running = session.run(["terraform", "destroy"]);
    const question = await session.question();
    expect(question).toMatchObject({ ruling: "confirm" });
    await session.resolve(question.id, "deny");
    await running;
  });

  test("a tool that the line installs and starts is one question", async () => {
    await started("wait");
    const { ran, asked } = await session.allowing(
      session.line(`cp /bin/touch ${session.bin}/new-tool && new-tool mark`),
    );
    expect(asked, JSON.stringify(ran)).toHaveLength(1);
    expect(session.has("mark")).toBe(true);
  });

  test.for(["elsewhere/sh", "bin/sh"])(
    "%s, which is no shell, is shown with its path, not as the line behind it",
    async (name) => {
      await started("wait");
      const file = join(session.root, name);
      mkdirSync(dirname(file), { recursive: true });
      copyFileSync("/bin/touch", file);
      const { asked } = await session.allowing(session.run([file, "-c", "ls"]));
      expect(asked).toEqual([`${file} -c ls`]);
    },
  );

  test("a name that guard knows is not given away with the line that says it", async () => {
    await started("wait");
    const { asked } = await session.allowing(session.line(`cp /bin/touch ${session.bin}/git && git commit`));
    expect(asked).toEqual([expect.stringContaining("cp /bin/touch"), `${session.bin}/git commit`]);
  });
});

interface Told {
  readonly status: number | null;
  readonly out: string;
}

describe.skipIf(!hasGate || MACHINE_HAS_ORG_POLICY)("with nobody to ask", () => {
  let root: string;
  const at = (name: string) => join(root, name);
  beforeEach(() => {
    root = mkdtempSync("/tmp/gn-");
    for (const folder of ["home", "project/.git", "r", "bin"])
      mkdirSync(at(folder), { recursive: true, mode: 0o700 });
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  function write(name: string, text: string): void {
    mkdirSync(dirname(at(name)), { recursive: true });
    writeFileSync(at(name), text, { mode: 0o755 });
  }

  type Step = readonly string[] | { readonly writes: readonly [file: string, text: string] };

  interface Session {
    /** By which the agent is known. */
    readonly agent?: string;
    /** The agent itself writes these first, as its file tool would. */
    readonly writes?: Readonly<Record<string, string>>;
    readonly runs: readonly Step[];
    readonly env?: Readonly<Record<string, string>>;
    readonly path?: string;
    readonly mode?: string;
  }

  /** An agent that writes, then runs one program after the other, and tells of each how it ended. */
  function play({
    agent = "some-agent",
    writes = {},
    runs,
    env = {},
    path,
    mode = "default",
  }: Session): Told[] {
    const files = Object.entries(writes).map(([name, text]) => ({ writes: [at(name), text] }));
    write(
      `bin/${agent}`,
      `#!/usr/bin/env node
const { mkdirSync, openSync, ftruncateSync, writeSync, closeSync } = require("fs");
for (const step of ${JSON.stringify([...files, ...runs])}) {
  if (step.writes) {
    const [file, text] = step.writes;
    mkdirSync(require("path").dirname(file), { recursive: true });
    // In place, as an editor does it.
    const fd = openSync(file, "a", 0o755);
    ftruncateSync(fd);
    writeSync(fd, text);
    closeSync(fd);
    continue;
  }
  const { status, stdout, stderr } = require("child_process").spawnSync(step[0], step.slice(1), {
    encoding: "utf8", env: { ...process.env, ...${JSON.stringify(env)} },
  });
  console.log(JSON.stringify({ status, out: stdout + stderr }));
}
`,
    );
    // What the agent writes meanwhile is what is judged here: confinement would keep it from writing.
    const tier = ["--gate", "on", "--confine", "off"];
    const guarded = ["run", ...tier, "--console", "none", "--mode", mode, "--", at(`bin/${agent}`)];
    const ran = spawnSync(process.execPath, [GUARD, ...guarded], {
      cwd: at("project"),
      encoding: "utf8",
      env: {
        PATH: `${path ?? at("bin")}:${process.env["PATH"]}`,
        HOME: at("home"),
        XDG_RUNTIME_DIR: at("r"),
      },
    });
    const lines = ran.stdout.split("\n").filter((line) => line.startsWith("{"));
    expect(lines, ran.stderr).toHaveLength(runs.filter(Array.isArray).length);
    return lines.map((line) => JSON.parse(line) as Told);
  }

  const mark = () => at("project/mark");

  describe("start-up files", () => {
    const shells: readonly [shell: string, argv: readonly string[], file: string][] = [
      ["bash", ["bash", "-lc", "ls -d /; ls -d /"], "home/.profile"],
      ["zsh", ["zsh", "-c", "ls -d /; ls -d /"], "home/.zshenv"],
      ["fish", ["fish", "-c", "ls -d /; ls -d /"], "home/.config/fish/conf.d/user.fish"],
    ];
    const isHere = (shell: string) => existsSync(`/bin/${shell}`);

    test.for(shells)("of %s may start the user's own tools", ([shell, argv, file], { skip }) => {
      if (!isHere(shell) || !isHere("python3")) skip(`no ${shell} or no python3 here`);
      // The system's own start-up file of a login shell sets PATH anew.
      const path = shell === "bash" ? `PATH=${at("bin")}:$PATH\n` : "";
      write(file, `${path}my-tool init - | cat\ntouch ~/.one\ntouch one\n`);
      write("bin/my-tool", "#!/usr/bin/python3\nprint('INITIALISED')\n");
      expect(play({ runs: [argv] })).toMatchObject([
        { status: 0, out: expect.stringContaining("INITIALISED") },
      ]);
      // Where tools keep their own, and nowhere else.
      expect([existsSync(at("home/.one")), existsSync(at("project/one"))]).toEqual([true, false]);
    });

    test("of bash may start a version manager that makes its folders", () => {
      write("home/.profile", 'export PATH="$HOME/.pyenv/bin:$PATH"\neval "$(pyenv init -)"\n');
      const text = `IFS=:; paths=($PATH);\nfor i in \${!paths[@]}; do\nif [[ \${paths[i]} == "/x/.pyenv/shims" ]]; then unset 'paths[i]';\nfi; done;\necho "\${paths[*]}"`;
      write("own-text", text);
      const words = `cat <<'END'\nPATH="$(bash --norc -ec "$(cat ${at("own-text")})")"\nEND\n`;
      write("home/.pyenv/bin/pyenv", `#!/usr/bin/env bash\nmkdir -p "$HOME/.pyenv/made"\n${words}`);
      const path = `${at("home/.pyenv/bin")}:${at("bin")}`;
      expect(play({ path, runs: [["bash", "-lc", "ls -d /"]] })).toMatchObject([{ status: 0, out: "/\n" }]);
      expect(existsSync(at("home/.pyenv/made"))).toBe(true);
    });

    test("a version manager that would read something new is not believed by its name", () => {
      const manager = '#!/usr/bin/env bash\nfor f in "$HOME"/.pyenv/pyenv.d/exec/*.bash; do . "$f"; done\n';
      write("home/.pyenv/shims/jq", manager);
      write("home/.pyenv/pyenv.d/exec/a.bash", "true\n");
      const path = `${at("home/.pyenv/shims")}:${at("bin")}`;
      const runs = [
        ["jq", "--version"],
        { writes: [at("home/.pyenv/pyenv.d/exec/b.bash"), `: > ${mark()}\n`] } as const,
        ["jq", "--version"],
      ];
      expect(play({ path, runs })).toMatchObject([{ status: 0 }, { status: 126 }]);
      expect(existsSync(mark())).toBe(false);
    });

    test.for(shells)("of %s that were changed in place start nothing", ([shell, argv, file], { skip }) => {
      if (!isHere(shell)) skip(`no ${shell} here`);
      write(file, "true\n");
      play({ writes: { [file]: `touch ${mark()}\n` }, runs: [argv] });
      expect(existsSync(mark())).toBe(false);
    });

    test.for(shells)(
      "of %s that read a file that was changed start nothing",
      ([shell, argv, file], { skip }) => {
        if (!isHere(shell)) skip(`no ${shell} here`);
        write("home/tools/env.sh", "true\n");
        const set = shell === "fish" ? 'set -gx TOOLS "$HOME/tools"' : 'export TOOLS="$HOME/tools"';
        write(file, `${set}\n. "$TOOLS/env.sh"\n`);
        play({ writes: { "home/tools/env.sh": `touch ${mark()}\n` }, runs: [argv] });
        expect(existsSync(mark())).toBe(false);
      },
    );

    test.for([
      "python3 -c \"open('MARK', 'w')\"",
      "sh -c ': > MARK'",
      "env touch MARK",
      "find . -fprint MARK",
    ])("run no code that a file of unknown name may hold: %s", (line) => {
      write("home/.profile", 'for f in "$HOME"/parts/*; do . "$f"; done\n');
      write("home/parts/a", "true\n");
      const text = `${line.replace("MARK", mark())}\n`;
      play({ writes: { "home/parts/a": text }, runs: [["bash", "-lc", "ls -d /; ls -d /"]] });
      expect(existsSync(mark())).toBe(false);
    });

    test("of the user's that start tools of their own may do so, but no code", () => {
      write("home/.profile", `PATH=${at("bin")}:$PATH\nmy-tool\n`);
      const starts = (argv: string) => `import subprocess; subprocess.run(${argv})\n`;
      const text = starts(`["touch", "${at("home/.one")}"]`) + starts(`["sh", "-c", ": > ${mark()}"]`);
      write("bin/my-tool", `#!/usr/bin/python3\n${text}`);
      play({ runs: [["bash", "-lc", "ls -d /; ls -d /"]] });
      expect([existsSync(at("home/.one")), existsSync(mark())]).toEqual([true, false]);
    });

    test("of zsh are not those that a variable of guard's names", ({ skip }) => {
      if (!isHere("zsh")) skip("no zsh here");
      const env = { GUARD_USER_ZDOTDIR: at("elsewhere") };
      play({
        writes: { "elsewhere/.zshenv": `touch ${mark()}\n` },
        env,
        runs: [["zsh", "-c", "ls -d /; ls -d /"]],
      });
      expect(existsSync(mark())).toBe(false);
    });
  });

  describe("claude's text around a line", () => {
    const snapshot = (name: string) => `home/.claude/shell-snapshots/snapshot-bash-${name}.sh`;
    const around = (name: string, line: string) =>
      `source ${at(snapshot(name))} 2>/dev/null || true && eval '${line}' && pwd -P >| /tmp/claude-${name}-cwd`;
    const NAME = "1794846626725-ek703m";
    afterEach(() => {
      for (const name of [NAME, "evil"]) rmSync(`/tmp/claude-${name}-cwd`, { force: true });
    });
    const takes = () => `SNAPSHOT_FILE=${at(snapshot(NAME))}
      echo "# Snapshot file" >| "$SNAPSHOT_FILE"
      cat >> "$SNAPSHOT_FILE" << 'CLAUDE_CODE_END_6mazaw2b45p'
true
CLAUDE_CODE_END_6mazaw2b45p
      if [ ! -f "$SNAPSHOT_FILE" ]; then
        echo "Error: Snapshot file was not created at $SNAPSHOT_FILE" >&2
        exit 1
      fi
    `;
    const evil = () => `: > ${mark()}\n`;

    test("is known where claude has made the file that it reads", () => {
      mkdirSync(dirname(at(snapshot(NAME))), { recursive: true });
      const call = ["bash", "-c", around(NAME, "ls -d /")];
      const told = play({ agent: "claude", runs: [["bash", "-c", "-l", takes()], call, call] });
      expect(told).toMatchObject([{ status: 0 }, { status: 0, out: "/\n" }, { status: 0, out: "/\n" }]);
    });

    test("is not, where the file has changed since", () => {
      mkdirSync(dirname(at(snapshot(NAME))), { recursive: true });
      const call = ["bash", "-c", around(NAME, "ls -d /")];
      const runs = [
        ["bash", "-c", "-l", takes()],
        call,
        { writes: [at(snapshot(NAME)), evil()] } as const,
        call,
      ];
      expect(play({ agent: "claude", runs })).toMatchObject([{}, { status: 0 }, { status: 126 }]);
      expect(existsSync(mark())).toBe(false);
    });

    test.for(["default", "plan"])("is not, for a file that anybody may have written: mode %s", (mode) => {
      const text = around("evil", "ls -d /");
      const runs = [
        ["bash", "-c", text],
        ["bash", "-lc", text],
        ["env", "bash", "-c", text],
        ["bash", "-c", `bash -c "${text}"`],
        ["bash", "-c", around("evil", `bash -c "${text.replaceAll("'", "")}"`)],
        ["bash", at("project/s.sh")],
      ];
      const told = play({
        agent: "claude",
        mode,
        writes: { [snapshot("evil")]: evil(), "project/s.sh": `${text}\n` },
        runs,
      });
      expect(existsSync(mark()), JSON.stringify(told)).toBe(false);
    });
  });

  test("cn's own look for a tool does not run the project's", () => {
    write("project/node_modules/.bin/git-ai", `#!/bin/sh\n: > ${mark()}\n`);
    const path = `${at("project/node_modules/.bin")}:${at("bin")}`;
    play({ agent: "cn", path, runs: [["sh", "-c", "git-ai --version"]] });
    expect(existsSync(mark())).toBe(false);
  });

  test("an agent's script that it has changed is not the agent any more", () => {
    const own = at("bin/some-agent");
    const evil = `#!/usr/bin/env node\nrequire("fs").writeFileSync(${JSON.stringify(mark())}, "");\n`;
    const told = play({ runs: [["true"], { writes: [own, evil] }, [own]] });
    expect(existsSync(mark()), JSON.stringify(told)).toBe(false);
  });

  test("codex's own sandbox makes no folder", ({ skip }) => {
    if (!existsSync("/usr/bin/bwrap")) skip("no bwrap here");
    const bwrap = ["bwrap", "--bind", "/", "/", "--dir", mark(), "--", "/usr/bin/true"];
    play({ agent: "codex", runs: [bwrap] });
    expect(existsSync(mark())).toBe(false);
  });
});
