/** Where guard's own parts lie. From src/, dist/launcher and dist/app alike the installation is two folders up. */
import { closeSync, existsSync, openSync, readFileSync, readSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export interface InstalledParts {
  /** The folder of all of it. */
  readonly root: string;
  /** guard's own command line. */
  readonly command: string;
  readonly daemon: string;
  /** Its code. */
  readonly daemonBundle: string;
  /** Shell files that an agent's shells read. */
  readonly hooks: string;
  readonly ask: string | undefined;
  /** Only where a C compiler was. */
  readonly shims: string | undefined;
  readonly seat: string | undefined;
  /** Why a part that a compiler makes is not there: there was none, or the file was lost since. */
  readonly compiler: "none" | "there";
}

export function findInstalledParts(): InstalledParts {
  const root = fileURLToPath(new URL("../../", import.meta.url));
  const found = (name: string, is: (path: string) => boolean = existsSync) => {
    const path = join(root, name);
    return is(path) ? path : undefined;
  };
  return {
    root,
    command: join(root, "bin/guard"),
    daemon: join(root, "bin/guard-daemon.cjs"),
    daemonBundle: join(root, "dist/app/daemon.cjs"),
    hooks: join(root, "shims"),
    ask: found("dist/native/guard-ask", isProgram),
    shims: found("dist/native/shims"),
    seat: found("dist/native/guard-seat"),
    compiler: wasCompiled(join(root, "dist/native/compiler.txt")) ? "there" : "none",
  };
}

/** The build leaves a word about it. */
function wasCompiled(note: string): boolean {
  try {
    return readFileSync(note, "utf8").trim() !== "none";
  } catch {
    return true;
  }
}

/** A shell runs an empty file, or any text, as a script, and takes its silence for an allow. */
function isProgram(path: string): boolean {
  try {
    const fd = openSync(path, "r");
    const start = Buffer.alloc(4);
    readSync(fd, start, 0, 4, 0);
    closeSync(fd);
    // ELF, Mach-O (both orders, and fat), or the stand-in that node runs.
    return ["7f454c46", "cffaedfe", "cefaedfe", "cafebabe", "23212f75"].includes(start.toString("hex"));
  } catch {
    return false;
  }
}

/** Without a hook file a shell would run lines unasked, without the daemon nobody answers. Undefined: all are there. */
export function findMissingFile({ hooks, daemon, daemonBundle }: InstalledParts): string | undefined {
  return [daemon, daemonBundle, ...HOOK_FILES.map((name) => join(hooks, name))].find(
    (path) => !isFilled(path),
  );
}

const HOOK_FILES = [
  "hook.bash",
  "asking.bash",
  "rc.bash",
  "rc-prompt.bash",
  "install.bash",
  "enter.bash",
  "hook.zsh/.zshenv",
  "hook.zsh/.zshrc",
  "fish/fish/vendor_conf.d/guard.fish",
];

function isFilled(path: string): boolean {
  return (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0;
}

/** What protects this session, in the words of the start line. */
export function describeTier(parts: InstalledParts, gate: "on" | "off", confinement: "on" | "off"): string {
  if (gate === "on") return confinement === "on" ? "gate+confined+hooks" : "gate+hooks";
  return `${confinement === "on" ? "confined+" : ""}${describeAdvisory(parts)}`;
}

function describeAdvisory({ shims, seat, compiler }: InstalledParts): string {
  if (shims !== undefined && seat !== undefined) return "hooks+shims (advisory)";
  const missing = [...(shims === undefined ? ["shims"] : []), ...(seat === undefined ? ["seat"] : [])];
  const layers = shims === undefined ? "hooks" : "hooks+shims";
  const why = compiler === "none" ? "there was no C compiler" : "install guard again";
  return `${layers} (advisory; without ${missing.join(" and ")}: ${why})`;
}
