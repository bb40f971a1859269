/**
 * The build step for SQLite's binding (better-sqlite3): its sources are compiled here, so that no package's install script runs and
 * no binary is fetched where there is a C++ compiler. What was compiled is kept beside the packages: 14 s once, not at each build.
 * Without a compiler the package's own prebuilt binary is fetched; without that too it is said, and guard run will refuse to start.
 *
 * node dist/build/build-sqlite.js   after build-native
 */
import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const NAME = "better_sqlite3.node";

/** What guard uses of SQLite, and no more of it: half the time to compile. One thread at a time uses a connection. */
const DEFINES = [
  "HAVE_USLEEP=1",
  "SQLITE_DEFAULT_MEMSTATUS=0",
  "SQLITE_DEFAULT_WAL_SYNCHRONOUS=1",
  "SQLITE_DQS=0",
  "SQLITE_ENABLE_COLUMN_METADATA",
  "SQLITE_LIKE_DOESNT_MATCH_BLOBS",
  "SQLITE_OMIT_DEPRECATED",
  "SQLITE_OMIT_SHARED_CACHE",
  "SQLITE_THREADSAFE=2",
  "SQLITE_TRUSTED_SCHEMA=0",
  "SQLITE_USE_URI=0",
];

const MISSING = `guard: note: the audit database's binding could not be built or fetched, so guard run will not start.
guard: to get it: apt-get install make gcc g++ (Debian, Ubuntu; with libnode-dev for Debian's own node), xcode-select --install (macOS);
guard: then build again
`;

export interface SqlitePlaces {
  /** node_modules/better-sqlite3 */
  readonly sources: string;
  /** Kept from one build to the next. */
  readonly cache: string;
  /** dist/native */
  readonly native: string;
}

/** The exit status. A compiler that fails is an error; none is not. */
export function buildSqlite(places: SqlitePlaces, environment: NodeJS.ProcessEnv): number {
  const kept = join(places.cache, keptName(places.sources));
  mkdirSync(places.native, { recursive: true });
  if (!existsSync(kept)) {
    const headers = findHeaders(environment);
    const compiler = environment["CXX"] ?? "c++";
    if (headers !== undefined && runs(compiler, environment)) {
      if (!compile(places, kept, headers, environment)) {
        process.stderr.write(
          "guard: SQLite's binding does not compile (see above). Please report it with the output.\n",
        );
        return 1;
      }
    } else if (!fetchPrebuilt(places.sources, environment)) {
      process.stdout.write(MISSING);
      return 0;
    }
  }
  copyFileSync(existsSync(kept) ? kept : prebuiltOf(places.sources), join(places.native, NAME));
  return 0;
}

/** Another version, another node, another processor: another file. */
function keptName(sources: string): string {
  const { version } = JSON.parse(readFileSync(join(sources, "package.json"), "utf8")) as { version: string };
  return `${version}-${process.versions.modules}-${process.platform}-${process.arch}.node`;
}

/** Node's own headers, of just this node: beside it, where a package put them, or where npm was told. */
function findHeaders(environment: NodeJS.ProcessEnv): string | undefined {
  const roots = [dirname(dirname(process.execPath)), "/usr", "/usr/local", environment["npm_config_nodedir"]];
  return roots
    .filter((root) => root !== undefined)
    .map((root) => join(root, "include/node"))
    .find((folder) => {
      const file = join(folder, "node_version.h");
      if (!existsSync(file)) return false;
      const found = /#define NODE_MODULE_VERSION (\d+)/.exec(readFileSync(file, "utf8"));
      return found?.[1] === process.versions.modules;
    });
}

/** Made aside and put into place whole: two builds at once, or one that is interrupted, leave no half of it. */
function compile(
  { sources, cache }: SqlitePlaces,
  kept: string,
  headers: string,
  environment: NodeJS.ProcessEnv,
): boolean {
  mkdirSync(cache, { recursive: true });
  const aside = mkdtempSync(join(cache, "building-"));
  const run = (command: string, args: readonly string[]): boolean =>
    spawnSync(command, [...args], { cwd: sources, env: environment, stdio: "inherit" }).status === 0;
  const common = ["-O1", "-fPIC", "-w", "-DNDEBUG", "-Ideps/sqlite3"];
  const [sqlite, binding, made] = ["sqlite3.o", "binding.o", NAME].map((name) => join(aside, name)) as [
    string,
    string,
    string,
  ];
  const cc = environment["CC"] ?? "cc";
  const cxx = environment["CXX"] ?? "c++";
  const link =
    process.platform === "darwin"
      ? ["-undefined", "dynamic_lookup"]
      : ["-Wl,-Bsymbolic", "-Wl,--exclude-libs,ALL", "-s"];
  try {
    const isMade =
      run(cc, [
        ...common,
        "-std=gnu99",
        ...DEFINES.map((one) => `-D${one}`),
        ...["-c", "deps/sqlite3/sqlite3.c", "-o", sqlite],
      ]) &&
      run(cxx, [
        ...common,
        "-std=gnu++20",
        "-DBUILDING_NODE_EXTENSION",
        "-DNODE_GYP_MODULE_NAME=better_sqlite3",
        `-I${headers}`,
        ...["-c", "src/better_sqlite3.cpp", "-o", binding],
      ]) &&
      run(cxx, ["-shared", ...link, sqlite, binding, "-o", made]);
    if (isMade) renameSync(made, kept);
    return isMade;
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
}

/** The package's own way, from where its authors publish it. */
function fetchPrebuilt(sources: string, environment: NodeJS.ProcessEnv): boolean {
  if (existsSync(prebuiltOf(sources))) return true;
  const fetcher = join(dirname(sources), "prebuild-install/bin.js");
  if (!existsSync(fetcher)) return false;
  spawnSync(process.execPath, [fetcher], { cwd: sources, env: environment, stdio: "ignore" });
  return existsSync(prebuiltOf(sources));
}

function prebuiltOf(sources: string): string {
  return join(sources, "build/Release", NAME);
}

function runs(compiler: string, environment: NodeJS.ProcessEnv): boolean {
  return spawnSync(compiler, ["--version"], { env: environment, stdio: "ignore" }).status === 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.exitCode = buildSqlite(
    {
      sources: join(ROOT, "node_modules/better-sqlite3"),
      cache: join(ROOT, "node_modules/.cache/guard-sqlite"),
      native: join(ROOT, "dist/native"),
    },
    process.env,
  );
}
