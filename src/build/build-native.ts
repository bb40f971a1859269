/**
 * The build step for what is not TypeScript: guard's C programs into dist/native, and the shims beside them.
 * Without a compiler it says what is missing, puts guard-ask's fallback there, and succeeds; a compiler that fails is an error.
 *
 * node dist/build/build-native.js   after compile-knowledge
 */
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { linkShims, namesOnPath } from "../ask/link-shims.ts";
import type { KnowledgeFile } from "../classify/knowledge-data.ts";
import { shimNames } from "./shim-names.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

const FALLBACK = `#!/usr/bin/env node
import start from '../../bin/start.cjs';

process.exitCode = await start.load('ask.cjs').main(process.argv.slice(2), process.argv[1]);
`;

const MISSING = `guard: note: no C compiler found (make and cc are needed), so guard's C programs were not built.
guard: guard works without them, but each shell line waits for node to start (about 0.1 s instead of 1 ms), and
guard: programs that are not started by a shell are not checked.
guard: to get them: apt-get install make gcc musl-tools (Debian, Ubuntu), xcode-select --install (macOS); then build again
`;

export interface NativePlaces {
  /** The folder with the Makefile. */
  readonly sources: string;
  /** dist/native; made anew. */
  readonly native: string;
  /** dist/knowledge.json */
  readonly knowledge: string;
}

/** The exit status. */
export function buildNative(places: NativePlaces, environment: NodeJS.ProcessEnv): number {
  const { native } = places;
  rmSync(native, { recursive: true, force: true });
  mkdirSync(native, { recursive: true });
  if (!hasCompiler(environment)) {
    process.stdout.write(MISSING);
    writeFileSync(join(native, "guard-ask"), FALLBACK);
    chmodSync(join(native, "guard-ask"), 0o755);
    writeFileSync(join(native, "compiler.txt"), "none\n");
    return 0;
  }
  // Relative: make cannot have blanks in its targets, and guard may be installed below a folder with some.
  const made = spawnSync(
    "make",
    ["-s", `OUT=${relative(realpathSync(places.sources), realpathSync(native))}`],
    {
      cwd: places.sources,
      env: environment,
      stdio: "inherit",
    },
  );
  if (made.status !== 0) {
    process.stderr.write(
      "guard: the C programs do not compile (see above). Please report it with the output.\n",
    );
    return 1;
  }
  addShims(places, environment["PATH"] ?? "");
  return 0;
}

/** shim-names.json holds all names that need one; the folder has those that are on this PATH. */
function addShims({ native, knowledge }: NativePlaces, searchPath: string): void {
  const names = shimNames(JSON.parse(readFileSync(knowledge, "utf8")) as KnowledgeFile);
  // npm puts folders of the packages in front, which are not there later.
  const folders = searchPath.split(":").filter((folder) => !folder.includes("/node_modules/"));
  const present = namesOnPath(names, folders.join(":"));
  writeFileSync(join(native, "shim-names.json"), JSON.stringify(names));
  linkShims(join(native, "shims"), "../guard-ask", present);
  const compiler = readFileSync(join(native, "compiler.txt"), "utf8").trim();
  process.stdout.write(`guard-ask (${compiler}), ${present.length} shims of ${names.length} names\n`);
}

function hasCompiler(environment: NodeJS.ProcessEnv): boolean {
  const script = 'command -v make && { command -v musl-gcc || command -v "${CC:-cc}"; }';
  return spawnSync("/bin/sh", ["-c", script], { env: environment, stdio: "ignore" }).status === 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const dist = join(ROOT, "dist");
  process.exitCode = buildNative(
    {
      sources: join(ROOT, "shims"),
      native: join(dist, "native"),
      knowledge: join(dist, "knowledge.json"),
    },
    process.env,
  );
}
