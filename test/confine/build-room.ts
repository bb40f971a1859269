/** The room as a session makes it (shims/confine-room.c, confine-mounts.c), in a program of its own, with the compiler's checks. */
import { execFileSync, spawnSync } from "node:child_process";
import { join, resolve } from "node:path";
import { makeOnce } from "../helpers/made-once.ts";

const SHIMS = resolve(import.meta.dirname, "../../shims");
const SOURCES = ["confine-room.c", "confine-mounts.c", "confine-steps.c", "confine-tree.c"];
const WARNED = ["-std=c11", "-D_GNU_SOURCE=", "-Wall", "-Wextra", "-Werror"];
const CHECKED = ["-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"];

/** Undefined, and said so, where it cannot be built or does not work. */
export function buildRoom(): string | undefined {
  try {
    const program = join(makeOnce("confine-room", compile), "room");
    if (works(program)) return program;
    process.stderr.write("masks are not tried in a room: this kernel has no calls for it\n");
  } catch (problem) {
    process.stderr.write(`masks are not tried in a room: ${problem}\n`);
  }
  return undefined;
}

function compile(folder: string): void {
  const files = [join(import.meta.dirname, "room.c"), ...SOURCES.map((name) => join(SHIMS, name))];
  const output = ["-o", join(folder, "room")];
  execFileSync("cc", [...WARNED, ...CHECKED, `-I${SHIMS}`, ...files, ...output], { stdio: "pipe" });
}

function works(program: string): boolean {
  return spawnSync(program, ["/dev/null", "/dev/null", "/bin/true", "x"]).status === 0;
}
