/** What an asker sent becomes what the engine judges. Script files are read here, once: the text that is judged is the text that is shown. */
import { basename } from "node:path";
import { createSha256 } from "../core/sha256.ts";
import type { CheckInput } from "../decide/engine.ts";
import { closeFile, openFile, readToEnd, statOpenFile } from "../disk/files.ts";
import type { AgentCheck } from "../protocol/agent-messages.ts";
import { isOwnView, plainPath, writtenPath } from "./own-view.ts";
import { meantArgv, programName } from "./script-start.ts";
import { isVersionManager } from "./version-managers.ts";

export interface PreparedCheck {
  readonly input: Omit<CheckInput, "mode">;
  /** Everything that makes it this check: two checks with the same key are the same question. */
  readonly key: () => string;
  /** A script, as the programs that a line may have named it by: `./x.sh a`, `bash ./x.sh a`. */
  readonly alsoAs?: readonly (readonly string[])[];
}

/** Longer scripts are judged as programs that nobody has read. */
const MAX_SCRIPT_BYTES = 256 * 1024;

/** Programs of the system that happen to be shell scripts are judged by their names, like any other program. */
const SYSTEM_FOLDERS = /^\/(?:usr\/(?:local\/)?(?:s?bin|lib|libexec|share)|s?bin|lib)\//;

/** `path`: the user's own, without guard's shims. */
export async function prepareCheck(check: AgentCheck, path: string): Promise<PreparedCheck> {
  const { cwd } = check;
  switch (check.kind) {
    case "line": {
      const { line, shell, prelude, incomplete } = check;
      const definitions = incomplete === "yes" ? "incomplete" : "complete";
      const input = { what: { kind: "line", line }, cwd, dialect: shell, definitions } as const;
      return prepared(check, prelude === undefined ? input : { ...input, prelude }, [
        line,
        shell,
        prelude ?? "",
        definitions,
      ]);
    }
    case "argv": {
      const named = programArgv(check, path);
      const argv = meantArgv(named, cwd, path);
      const whole = prepared(check, { what: { kind: "argv", argv }, cwd }, [check.path, ...check.arg]);
      // `bash ./x.sh` and `./x.sh` start the same; a line may have said either.
      return argv === named ? whole : { ...whole, alsoAs: [named] };
    }
    case "stdin": {
      const argv = check.arg.length > 0 ? check.arg : [check.shell];
      return prepared(check, { what: { kind: "stdin", dialect: check.shell, argv }, cwd }, argv);
    }
    case "script":
      return prepareScript(check);
  }
}

/**
 * What will run is the file that was found; argv[0] is only what it is told. By its name where the user's PATH means this very
 * file, else by its path, for which the knowledge base speaks in the system's folders only.
 */
function programArgv(
  { path: file, arg, cwd }: Extract<AgentCheck, { kind: "argv" }>,
  path: string,
): readonly string[] {
  return [programName(file, cwd, path), ...arg.slice(1)];
}

async function prepareScript(check: Extract<AgentCheck, { kind: "script" }>): Promise<PreparedCheck> {
  const { cwd, shell, arg } = check;
  const path = writtenPath(cwd, check.path);
  const args = arg.slice(1);
  const place = plainPath(path);
  if (place !== undefined && (SYSTEM_FOLDERS.test(place) || isVersionManager(place))) {
    const argv = [basename(place), ...args];
    return prepared(check, { what: { kind: "argv", argv }, cwd }, argv);
  }
  const text = await readScript(path);
  if (text === undefined) {
    const argv = [shell, check.path, ...args];
    return prepared(check, { what: { kind: "argv", argv }, cwd }, argv);
  }
  const what = { kind: "script", text, dialect: shell, path: check.path, args } as const;
  const alsoAs = [
    [check.path, ...args],
    [shell, check.path, ...args],
  ];
  return { ...prepared(check, { what, cwd, dialect: shell }, [shell, path, ...args, text]), alsoAs };
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
function prepared(check: AgentCheck, input: PreparedCheck["input"], parts: readonly string[]): PreparedCheck {
  const key = (): string => {
    const hash = createSha256();
    for (const part of [check.kind, check.cwd, ...parts]) hash.update(`${part.length}:${part}`);
    return hash.digest("hex");
  };
  return { input, key };
}
