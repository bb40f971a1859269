/** The room as a session makes it (shims/confine-room.c, confine-mounts.c), in a program of its own, with the compiler's checks. */
import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";

const SHIMS = resolve(import.meta.dirname, "../../shims");
const SOURCES = ["confine-room.c", "confine-mounts.c", "confine-steps.c", "confine-tree.c"];
const WARNED = ["-std=c11", "-D_GNU_SOURCE=", "-Wall", "-Wextra", "-Werror"];
const CHECKED = ["-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"];

/** Undefined, and said so, where it cannot be built or does not work. */
export function buildRoom(): string | undefined {
  const folder = mkdtempSync("/tmp/confine-room-");
  chmodSync(folder, 0o755);
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  const program = join(folder, "room");
  const files = [join(import.meta.dirname, "room.c"), ...SOURCES.map((name) => join(SHIMS, name))];
  const built = spawnSync("cc", [...WARNED, ...CHECKED, `-I${SHIMS}`, ...files, "-o", program], {
    encoding: "utf8",
  });
  if (built.status === 0 && works(program)) return program;
  process.stderr.write(
    `masks are not tried in a room: ${built.stderr || "this kernel has no calls for it"}\n`,
  );
  return undefined;
}

function works(program: string): boolean {
  return spawnSync(program, ["/dev/null", "/dev/null", "/bin/true", "x"]).status === 0;
}
