/** The clients under test, built from the sources into a folder of their own: nothing here depends on dist/. */
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeOnce } from "../helpers/made-once.ts";

const ROOT = join(import.meta.dirname, "../..");
export const SHIMS_SOURCE = join(ROOT, "shims");

export interface Client {
  readonly name: string;
  /** Like dist/native: guard-ask, and shims/ beside it. */
  readonly native: string;
}

export interface Clients {
  readonly compiled: readonly Client[];
}

export interface AllClients extends Clients {
  readonly fallback: Client;
  readonly all: readonly Client[];
}

export const HAS_COMPILER = ["cc", "make"].every((name) => spawnSync(name, ["--version"]).status === 0);
if (!HAS_COMPILER)
  process.stdout.write(
    "test/native: only the fallback is tested: no cc or make (apt-get install gcc make)\n",
  );

export const SHIMMED = ["tool", "bash", "python3", "guard-askew"];

/** Once for all test files. */
export function buildCompiled(): Clients {
  if (!HAS_COMPILER) return { compiled: [] };
  const root = makeOnce("compiled-clients", (folder) => {
    buildPlain(folder);
    buildSanitized(folder);
  });
  const compiled = [
    { name: "guard-ask", native: join(root, "plain") },
    { name: "guard-ask with sanitizers", native: join(root, "sanitized") },
  ];
  return { compiled: compiled.filter(({ native }) => existsSync(native)) };
}

export function buildClients(): AllClients {
  const { compiled } = buildCompiled();
  const root = makeOnce("fallback-client", buildFallback);
  const fallback = { name: "the fallback in node", native: join(root, "native") };
  return { compiled, fallback, all: [...compiled, fallback] };
}

export function make(args: readonly string[]): string {
  const ran = spawnSync("make", ["-s", "-C", SHIMS_SOURCE, ...args], { encoding: "utf8" });
  if (ran.status !== 0) throw new Error(`make ${args.join(" ")}: ${ran.stdout}${ran.stderr}`);
  return ran.stdout;
}

/** The client's part only: the seat has tests of its own. */
function buildPlain(root: string): void {
  const native = join(root, "plain");
  make([`OUT=${native}`, join(native, "guard-ask")]);
  addShims(native);
}

function buildSanitized(root: string): void {
  const native = join(root, "sanitized");
  try {
    make([`OUT=${native}`, join(native, "guard-ask-asan")]);
  } catch (error) {
    process.stdout.write(`test/native: no sanitized build: ${String(error)}\n`);
    rmSync(native, { recursive: true, force: true });
    return;
  }
  renameSync(join(native, "guard-ask-asan"), join(native, "guard-ask"));
  addShims(native);
}

/** src/ask, bundled the way the build does it. */
function buildFallback(root: string): void {
  const native = join(root, "native");
  mkdirSync(native);
  const bundle = join(root, "ask.mjs");
  const rolldown = join(ROOT, "node_modules/.bin/rolldown");
  const options = ["--format", "esm", "--platform", "node", "--log-level", "warn"];
  const ran = spawnSync(rolldown, [join(ROOT, "src/ask/main.ts"), "-o", bundle, ...options], {
    encoding: "utf8",
  });
  if (ran.status !== 0) throw new Error(`rolldown: ${ran.stdout}${ran.stderr}`);
  const script = [
    `#!${process.execPath}`,
    'import(require("node:path").join(__dirname, "../ask.mjs")).then(async ({ main }) => {',
    "  process.exitCode = await main(process.argv.slice(2), process.argv[1]);",
    "});",
    "",
  ];
  writeFileSync(join(native, "guard-ask"), script.join("\n"));
  chmodSync(join(native, "guard-ask"), 0o755);
}

function addShims(native: string): void {
  mkdirSync(join(native, "shims"));
  for (const name of SHIMMED) symlinkSync("../guard-ask", join(native, "shims", name));
}
