/** The attackers, compiled once for all test files; and the canary, a program that must not run. */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const SOURCES = join(import.meta.dirname, "attackers");
const PLACEHOLDER = "GUARD-EVASION-MARK";

/** Flags besides the usual; the canary must run in an empty root too. */
const FLAGS: Readonly<Record<string, readonly string[]>> = {
  "canary.c": ["-static"],
  "elsewhere.c": ["-static", "-fno-stack-protector", ...(process.arch === "x64" ? ["-Wl,-e,elsewhere"] : [])],
  "flip.c": ["-pthread"],
  "exec-ways.c": ["-pthread"],
  "reach.c": ["-pthread"],
  "narrow.c": ["-m32", "-nostdlib", "-static", "-fno-pie", "-no-pie", "-fno-stack-protector"],
  "preloaded.c": ["-shared", "-fPIC"],
};
/** Not every compiler has these. */
const OPTIONAL: ReadonlySet<string> = new Set(["narrow.c"]);

export type Attackers =
  | { readonly kind: "built"; readonly folder: string }
  | { readonly kind: "none"; readonly why: string };

/** Compiled into a folder that is named after their content, so that the next run finds them. */
export function buildAttackers(): Attackers {
  const files = readdirSync(SOURCES).sort();
  const digest = createHash("sha256");
  for (const file of files) digest.update(file).update(readFileSync(join(SOURCES, file)));
  const parent = join(tmpdir(), `guard-evasion-${process.getuid?.()}`);
  const folder = join(parent, digest.digest("hex").slice(0, 16));
  if (existsSync(folder)) return { kind: "built", folder };
  mkdirSync(parent, { recursive: true, mode: 0o755 });
  const half = mkdtempSync(join(parent, "half-"));
  chmodSync(half, 0o755);
  try {
    for (const file of files.filter((name) => name.endsWith(".c"))) compile(file, half);
    renameSync(half, folder);
  } catch (problem) {
    rmSync(half, { recursive: true, force: true });
    // Another test file was faster.
    if (!existsSync(folder)) return { kind: "none", why: `cc cannot compile the attackers: ${problem}` };
  }
  return { kind: "built", folder };
}

function compile(file: string, into: string): void {
  const name = file.replace(/\.c$/, "");
  const usual = ["-O1", "-Wall", "-Wextra", "-o", join(into, name)];
  const libraries = OPTIONAL.has(file) ? [] : ["-lutil"];
  try {
    execFileSync("cc", [...usual, ...(FLAGS[file] ?? []), join(SOURCES, file), ...libraries], {
      stdio: "pipe",
    });
  } catch (problem) {
    if (!OPTIONAL.has(file)) throw problem;
  }
}

/** A copy whose mark is this file. */
export function writeMarked(
  attackers: string,
  name: "canary" | "elsewhere" | "narrow" | "preloaded",
  file: string,
  mark: string,
): void {
  const bytes = readFileSync(join(attackers, name));
  const at = bytes.indexOf(PLACEHOLDER);
  if (at < 0) throw new Error(`${name} has no place for its mark`);
  bytes.write(`${mark}\0`, at, "latin1");
  writeFileSync(file, bytes);
  chmodSync(file, 0o755);
}
