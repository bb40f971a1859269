/** What an asker sent becomes what the engine judges. Script files are read here, once: the text that is judged is the text that is shown. */
import { basename } from "node:path";
import { createSha256 } from "../core/sha256.ts";
import type { CheckInput } from "../decide/engine.ts";
import { closeFile, openFile, readToEnd, statOpenFile } from "../disk/files.ts";
import type { AgentCheck } from "../protocol/agent-messages.ts";
import { withoutOwn } from "./made-up-names.ts";
import { isOwnView, plainPath, writtenPath } from "./own-view.ts";
import { meantArgv, programName, unprovenName } from "./script-start.ts";
import { isInstalled, isOfTheSystem } from "./system-files.ts";
import { isOld, isOldManager, type UserPath } from "./user-path.ts";
import { isVersionManager } from "./version-managers.ts";

export interface PreparedCheck {
  readonly input: Omit<CheckInput, "mode">;
  /**
   * Everything that makes it this check: two checks with the same key are the same question. `own`: names in it that an agent
   * makes up for each of its lines.
   */
  readonly key: (own: readonly string[]) => string;
  /** The same start, as a line may have named it: `./x.sh a`, `bash ./x.sh a`. */
  readonly alsoAs?: readonly (readonly string[])[];
  readonly alsoHolds?: readonly OtherName[];
  readonly byName?: NamedStart;
}

/** By the last part of its path alone, as a line calls it that has chosen its own folders for programs. */
export interface NamedStart {
  readonly argv: readonly string[];
  readonly folder: string;
}

/** What the same start may turn out to be. `denials`: it counts only where it is denied, or must be confirmed. */
export interface OtherName {
  readonly argv: readonly string[];
  readonly counts: "always" | "denials";
}

/** Longer scripts are judged as programs that nobody has read. */
const MAX_SCRIPT_BYTES = 256 * 1024;

/** `path`: the user's own, without guard's shims. */
export async function prepareCheck(check: AgentCheck, path: UserPath): Promise<PreparedCheck> {
  const { cwd } = check;
  switch (check.kind) {
    case "line": {
      const { line, shell, prelude, incomplete } = check;
      const definitions = incomplete === "yes" ? "incomplete" : "complete";
      const input = { what: { kind: "line", line }, cwd, dialect: shell, definitions } as const;
      return prepared("line", prelude === undefined ? input : { ...input, prelude }, [
        line,
        shell,
        prelude ?? "",
        definitions,
      ]);
    }
    case "argv":
      return prepareArgv(check, path);
    case "stdin":
      return prepareStdin(check);
    case "script":
      return prepareScript(check, path);
  }
}

type AskedOf<Kind extends AgentCheck["kind"], Field extends string> = Pick<
  Extract<AgentCheck, { kind: Kind }>,
  Field & keyof Extract<AgentCheck, { kind: Kind }>
>;
type AskedArgv = AskedOf<"argv", "path" | "arg" | "cwd">;
type AskedScript = AskedOf<"script", "path" | "arg" | "cwd" | "shell">;
type AskedStdin = AskedOf<"stdin", "arg" | "cwd" | "shell">;

/** What will run is the file that was found; argv[0] is only what it is told. `name`: what the knowledge base knows it by. */
export function prepareArgv(
  asked: AskedArgv,
  path: UserPath,
  name: string = programName(asked.path, asked.cwd, path),
): PreparedCheck {
  const { cwd } = asked;
  const named = [name, ...asked.arg.slice(1)];
  const argv = meantArgv(named, cwd, path);
  const whole = prepared("argv", { what: { kind: "argv", argv }, cwd }, [asked.path, ...asked.arg]);
  const [program = "", ...args] = argv;
  const unproven = unprovenName(program, cwd, path);
  return {
    ...whole,
    // `bash ./x.sh` and `./x.sh` start the same; a line may have said either.
    ...(argv === named ? {} : { alsoAs: [named] }),
    ...(unproven === undefined ? {} : { alsoHolds: [{ argv: [unproven, ...args], counts: "always" }] }),
  };
}

export function prepareStdin({ shell, arg, cwd }: AskedStdin): PreparedCheck {
  const argv = arg.length > 0 ? arg : [shell];
  return prepared("stdin", { what: { kind: "stdin", dialect: shell, argv }, cwd }, argv);
}

export async function prepareScript(check: AskedScript, userPath: UserPath): Promise<PreparedCheck> {
  const { cwd, shell, arg } = check;
  const path = writtenPath(cwd, check.path);
  const args = arg.slice(1);
  const place = plainPath(path);
  // What is installed and happens to be a shell script is judged by its name, like any other program.
  if (place !== undefined && isKnownByName(place, userPath)) {
    const argv = [basename(place), ...args];
    return prepared("script", { what: { kind: "argv", argv }, cwd }, argv);
  }
  const text = await readScript(path);
  if (text === undefined) {
    const argv = [shell, check.path, ...args];
    return prepared("script", { what: { kind: "argv", argv }, cwd }, argv);
  }
  const what = { kind: "script", text, dialect: shell, path: check.path, args } as const;
  const alsoAs = [
    [check.path, ...args],
    [shell, check.path, ...args],
  ];
  return { ...prepared("script", { what, cwd, dialect: shell }, [shell, path, ...args, text]), alsoAs };
}

function isKnownByName(place: string, userPath: UserPath): boolean {
  if (isOfTheSystem(place)) return true;
  return isVersionManager(place)
    ? isOldManager(place, userPath)
    : isInstalled(place) && isOld(place, userPath);
}

/** Undefined: cannot be read, is no plain file, too long, or another file for the asker than for us. A pipe or a device would wait for ever. */
async function readScript(path: string): Promise<string | undefined> {
  if (isOwnView(path)) return undefined;
  let file: number | undefined;
  try {
    // O_NONBLOCK: opening a FIFO must not wait.
    file = await openFile(path, 0o4000);
    const stats = await statOpenFile(file);
    if (!stats.isFile() || stats.size > MAX_SCRIPT_BYTES) return undefined;
    return await readToEnd(file, "utf8");
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) await closeFile(file);
  }
}

/** The key is only made when somebody must be asked. */
function prepared(
  kind: AgentCheck["kind"],
  input: PreparedCheck["input"],
  parts: readonly string[],
): PreparedCheck {
  const key = (own: readonly string[]): string => {
    const hash = createSha256();
    for (const part of [kind, input.cwd ?? "", ...withoutOwn(parts, own)])
      hash.update(`${part.length}:${part}`);
    return hash.digest("hex");
  };
  return { input, key };
}
