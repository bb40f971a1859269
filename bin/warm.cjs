/**
 * The build's last step: a few checks and one real session in a small home, so that the code caches hold what a start runs.
 * Whatever fails here only makes starts slower; it is said, and the build goes on.
 */
const childProcess = require("node:child_process");
const { mkdirSync, mkdtempSync, rmSync, writeFileSync } = require("node:fs");
const { createConnection } = require("node:net");
const { tmpdir } = require("node:os");
const { dirname, join } = require("node:path");
const { load, writeCaches } = require("./start.cjs");

// Plain ones: the second parser changes flags of V8, and a cache made under other flags is refused.
const LINES = ["ls -la", "git status && npm test", "rm -rf build; cat x | grep -v y > z"];
// As the launcher starts it (src/launcher/start-daemon.ts): V8 takes a cache only under the flags it was made with.
const DAEMON_FLAGS = ["--max-semi-space-size=4"];
/** It takes some 50 ms to end. */
const DAEMON_LIMIT_MS = 5_000;

async function warmClients(home) {
  process.env.HOME = home;
  process.env.XDG_RUNTIME_DIR = home;
  for (const name of ["XDG_STATE_HOME", "XDG_CONFIG_HOME"]) delete process.env[name];
  process.chdir(join(home, "project"));
  // Its words are for nobody.
  process.stdout.write = process.stderr.write = () => true;
  const { main } = load("main.cjs");
  for (const line of LINES) await main(["check", "--json", "--", line]);
  for (const command of ["run", "pending", "sessions"]) await main([command, "--help"]);
  await warmSession(main);
  for (const command of [["sessions"], ["log"], ["log", "--text", "x"], ["stats"]]) await main(command);
  load("ask.cjs");
  writeCaches();
}

/** Of a real session: what a daemon runs for a seat, the gate and a confined agent is in its caches too. Comes back when it has ended. */
async function warmSession(main) {
  const { spawn } = childProcess;
  const exits = [];
  childProcess.spawn = (file, args, options) => {
    const isDaemon = args.some((arg) => arg.endsWith("/guard-daemon.cjs"));
    const child = spawn(file, isDaemon ? [...DAEMON_FLAGS, __filename, "daemon"] : args, options);
    if (isDaemon) exits.push(new Promise((resolve) => child.once("exit", resolve)));
    return child;
  };
  await main(["run", "--console", "none", "--", "true"]);
  childProcess.spawn = spawn;
  await Promise.race([Promise.all(exits), new Promise((enough) => setTimeout(enough, DAEMON_LIMIT_MS))]);
}

async function warmDaemon(home) {
  const { encodeFrame } = await import("../dist/protocol/frame.js");
  const { encodeFields } = await import("../dist/protocol/fields.js");
  const folder = join(home, "warmwarm");
  const cwd = join(home, "project");
  for (const name of ["agent", "control"]) mkdirSync(join(folder, name), { recursive: true });
  const child = childProcess.spawn(process.execPath, [...DAEMON_FLAGS, __filename, "daemon"], {
    stdio: ["ignore", "ignore", "inherit", "pipe"],
    env: { PATH: process.env.PATH, HOME: home },
  });
  const exited = new Promise((resolve) => child.on("exit", resolve));
  const pipe = child.stdio[3];
  const tell = (message) => pipe.write(encodeFrame(Buffer.from(JSON.stringify(message))));
  const heard = () => Promise.race([new Promise((resolve) => pipe.once("data", resolve)), exited]);
  const agent = { agent: ["true"], program: "/bin/true", cwd, console: "none", profiles: [], tier: "none", gate: "off", confined: "off", sandboxes: "refused", reveals: [] };
  tell({ op: "start", session: "warmwarm", folder, launcherPid: process.pid, ...agent });
  await heard();
  for (const line of LINES) await ask(join(folder, "agent/agent.sock"), encodeFrame(encodeFields(fields(line, cwd))));
  tell({ op: "end" });
  await exited;
}

function fields(line, cwd) {
  const check = { guard: "1", op: "check", id: "1", layer: "hook", kind: "line", shell: "bash" };
  return Object.entries({ ...check, pid: String(process.pid), cwd, line });
}

function ask(socketPath, frame) {
  return new Promise((resolve) => {
    const socket = createConnection(socketPath, () => socket.write(frame));
    for (const event of ["data", "error", "close"]) socket.once(event, () => socket.destroy() && resolve());
  });
}

/** Confinement looks into what it finds. Names with a slash at their end are folders. */
const IN_HOME = ["project/.git/", ".aws/", ".ssh/config", ".ssh/known_hosts", ".gnupg/gpg.conf", ".npmrc", ".netrc", ".bashrc", ".config/git/config"];

function furnish(home) {
  for (const name of IN_HOME) {
    mkdirSync(name.endsWith("/") ? join(home, name) : dirname(join(home, name)), { recursive: true });
    if (!name.endsWith("/")) writeFileSync(join(home, name), "# nothing\n");
  }
}

async function warm() {
  if (process.argv[2] === "daemon") {
    process.on("exit", writeCaches);
    load("daemon.cjs").runDaemon();
    return;
  }
  const home = mkdtempSync(join(tmpdir(), "guard-warm-"));
  furnish(home);
  try {
    await warmDaemon(home);
    await warmClients(home);
  } catch (error) {
    console.error(`warm: starts will be slower: ${error.message}`);
  }
  rmSync(home, { recursive: true, force: true });
  // The second parser's timers would keep the process.
  process.exit(0);
}

warm();
