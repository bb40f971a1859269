/** The import table is the architecture; so is the table of doors by which packages come in. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { describe, expect, test } from "vitest";

const SRC = resolve(import.meta.dirname, "../src");

/** Folder -> the folders it may import besides itself. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  core: [],
  parse: ["core"],
  classify: ["core"],
  policy: ["core"],
  mode: ["core"],
  project: ["core"],
  decide: ["core", "parse", "classify", "policy", "mode"],
  // What is a secret in a text: for the record, for what people are shown, for exports.
  redact: ["core"],
  build: ["core", "classify", "policy", "ask", "redact"],
  // Opens the engine for this user, folder and machine: for guard check and for the daemon.
  engine: ["core", "parse", "classify", "policy", "mode", "project", "decide"],
  protocol: ["core"],
  ipc: ["core", "protocol"],
  approval: ["core"],
  // What a person is shown of hostile text: for guard's commands, the launcher's cards and every screen to come.
  display: ["core"],
  // The console and the card: no sockets here, links are given to it.
  tui: ["core", "display", "protocol"],
  // What is on the user's terminal, to put a card over it and give it back.
  terminal: ["core"],
  disk: [],
  audit: ["core", "disk", "redact"],
  // Reads what was recorded; never writes there.
  history: ["core", "disk", "audit"],
  // What the record teaches: rules that would have saved questions, and what another policy would have done. Judges, never decides.
  learn: ["core", "disk", "audit", "history", "approval", "policy", "decide", "engine", "redact"],
  // Grants that outlive their session, in the state folder: for every daemon and for guard grants.
  grants: ["core", "disk", "approval"],
  // What a person sees of a question besides its text: made by the daemon, when somebody looks.
  card: ["core", "disk", "decide", "project", "protocol"],
  daemon: [
    "core",
    // What guard makes for a session is no start-up file of the user's.
    "confine",
    "card",
    "disk",
    "grants",
    "redact",
    "protocol",
    "ipc",
    "approval",
    "audit",
    "policy",
    "mode",
    "project",
    "decide",
    "engine",
  ],
  // Clients know the protocol, never the daemon.
  // The slow stand-in for the C client: like that one it shares nothing but the protocol on the wire.
  ask: [],
  // Starts guard run like a user does, and reads what it wrote down; never the daemon's own code.
  doctor: ["core", "ipc", "launcher", "policy", "engine"],
  // What bubblewrap is told: looks at the disk, starts nothing.
  confine: ["core", "disk", "policy"],
  launcher: ["core", "confine", "display", "protocol", "ipc", "policy", "ask", "tui", "terminal"],
  cli: [
    "core",
    "doctor",
    "display",
    "parse",
    "classify",
    "policy",
    "mode",
    "project",
    "decide",
    "engine",
    "protocol",
    "ipc",
    "grants",
    // guard log repair and prune.
    "audit",
    "history",
    "learn",
    "launcher",
    "tui",
  ],
};

/** Package -> the folders that may import it. */
const DOORS: Record<string, readonly string[]> = {
  unbash: ["parse"],
  "sh-syntax": ["parse"],
  yaml: ["policy", "build"],
  zod: ["policy", "build"],
  "node:worker_threads": ["parse", "audit"],
  "better-sqlite3": ["audit"],
  "node:fs": [
    "classify",
    "policy",
    "project",
    "build",
    "engine",
    "cli",
    "ipc",
    "disk",
    "audit",
    "history",
    "daemon",
    "grants",
    "confine",
    "launcher",
    "ask",
    "doctor",
    "redact",
  ],
  "node:fs/promises": ["parse"],
  "node:module": ["parse", "launcher", "terminal"],
  "node:v8": ["parse"],
  "node:os": ["policy", "cli", "ipc", "audit", "confine", "launcher", "doctor"],
  "node:path/posix": ["policy", "classify"],
  "node:path": [
    "parse",
    "classify",
    "policy",
    "project",
    "decide",
    "build",
    "card",
    "engine",
    "learn",
    "cli",
    "ipc",
    "audit",
    "history",
    "daemon",
    "grants",
    "confine",
    "launcher",
    "ask",
    "doctor",
    "redact",
  ],
  "node:url": ["audit", "classify", "policy", "build", "engine", "cli", "launcher"],
  "node:util": ["cli", "disk", "audit"],
  "node:crypto": ["core"],
  "node:stream": ["cli", "ipc", "launcher", "doctor"],
  "zod/mini": ["protocol", "ipc", "launcher", "doctor"],
  "node:net": ["ipc", "ask"],
  "node:child_process": ["launcher", "build", "cli", "doctor"],
  "node:readline": ["cli", "doctor"],
  "@lydell/node-pty": ["launcher"],
  "@xterm/headless": ["terminal"],
  "node:tty": ["launcher"],
  "node:timers/promises": ["doctor"],
};

const files = readdirSync(SRC, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));

test("the source was found", () => expect(files.length).toBeGreaterThan(50));

describe("folders import only what the table says", () => {
  test.for(files)("%s", (file) => {
    const folder = topFolder(file);
    const allowed = MAY_IMPORT[folder];
    if (!allowed) throw new Error(`src/${folder} is not in MAY_IMPORT`);
    const strays = importsOf(file)
      .filter((target) => target.startsWith("."))
      .map((target) => relative(SRC, resolve(SRC, dirname(file), target)))
      .filter((target) => ![folder, ...allowed].includes(topFolder(target)));
    expect(strays).toEqual([]);
  });
});

describe("packages come in by their doors", () => {
  test.for(files)("%s", (file) => {
    const strays = importsOf(file)
      .filter((target) => !target.startsWith("."))
      .filter((target) => !(DOORS[target] ?? []).includes(topFolder(file)));
    expect(strays).toEqual([]);
  });
});

test("nothing speaks to a network", () => {
  const reaching = files.filter((file) =>
    /node:(?:https?|http2|dgram|tls|dns)"/.test(readFileSync(join(SRC, file), "utf8")),
  );
  expect(reaching).toEqual([]);
});

test("no program is started by a bare name, which PATH would choose (src/ipc/system-program.ts)", () => {
  const started = files
    .filter((file) => topFolder(file) !== "build")
    .filter((file) =>
      /(?<![.\w])(?:spawn|spawnSync|exec|execSync|execFile|execFileSync)\(\s*["'`]/.test(
        readFileSync(join(SRC, file), "utf8"),
      ),
    );
  expect(started).toEqual([]);
});

function topFolder(path: string): string {
  return path.split("/")[0] ?? "";
}

function importsOf(file: string): string[] {
  const source = readFileSync(join(SRC, file), "utf8");
  const found = source.matchAll(/ from "([^"\n]+)";$|^import "([^"\n]+)";$|\bimport\("([^"\n]+)"\)/gm);
  return [...found].map(([, named, bare, lazy]) => named ?? bare ?? lazy ?? "");
}
