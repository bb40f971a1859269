/** What an allowed check covers from now on. */
import { readlinkSync, realpathSync } from "node:fs";
import { basename, join } from "node:path";
import { QUIET_KINDS } from "../core/effect.ts";
import type { CheckResult } from "../decide/result.ts";
import { findProcess, type ProcessStamp } from "../ipc/process-stamp.ts";
import { readFilesOf } from "./check-content.ts";
import type { Decided } from "./decided.ts";
import type { Lease } from "./lease.ts";
import type { OpenCheck } from "./open-check.ts";
import type { RunFiles } from "./run-files.ts";
import type { SessionState } from "./session-state.ts";
import { dialectOf, findShellStart } from "./shell-start.ts";

export function giveLease(check: OpenCheck, decided: Decided, state: SessionState): void {
  prepareLease(check, decided, state)();
}

/**
 * A shell's line, or a program with what it starts. What the user started itself covers nothing below it. The files that it
 * holds for are read from now on; what is given back puts it in force, at once.
 */
export function prepareLease(check: OpenCheck, decided: Decided, state: SessionState): () => void {
  const { from, result } = check;
  const { by, under } = decided;
  if (from.layer === "root" || under === "lease") return NOTHING;
  if (from.layer === "hook") state.shells.noteAsked(from.pid);
  if (by === "root" || (by === "mode" && isQuiet(result) && needsNone(from))) return NOTHING;
  const holder = from.stamp ?? findProcess(from.pid);
  if (holder === undefined) return NOTHING;
  if (from.kind === "stdin" || bringsItsOwn(check, state)) return () => state.leases.bar(holder);
  if (!isHolder(from, state)) return NOTHING;
  const lease = leaseFor(
    check,
    holder,
    leadsToOther(check, state) ? { ...decided, covers: "named" } : decided,
  );
  return () => {
    if (from.interactive === "yes") {
      state.shells.note(holder, "running");
      state.typedLines.began(holder, check.id);
    }
    state.leases.give(lease);
  };
}

const NOTHING = (): void => undefined;

function leaseFor(check: OpenCheck, { pid, startTicks }: ProcessStamp, decided: Decided): Lease {
  const { id, from, input, result } = check;
  const isShellLine =
    from.kind === "line" || (input.what.kind === "argv" && startsShell(input.what.argv, from.layer));
  const quiet = isQuiet(result);
  return {
    pid,
    startTicks,
    check: id,
    holder: isShellLine ? "shell" : "program",
    result,
    reach: quiet || decided.covers === "named" ? "named" : "below",
    until: untilWhen(from, result),
    files: quiet ? NO_FILES : filesFor(check, decided),
  };
}

const NO_FILES = Promise.resolve(new Map<string, string>());

/** A rule or a mode allows what the words say, whatever a file holds: only an answer is for its content. */
function filesFor(check: OpenCheck, { by, files }: Decided): Lease["files"] {
  if (by === "rule" || by === "mode") return NO_FILES;
  return files ? Promise.resolve(files) : readFiles(check);
}

/** What cannot be read covers nothing that runs a file. */
async function readFiles(check: OpenCheck): Promise<RunFiles | "too-many"> {
  try {
    return await readFilesOf(check.from, [check.result, ...(await check.otherReadings())]);
  } catch {
    return "too-many";
  }
}

/** What only reads is allowed again wherever it comes from: nothing to remember, and most checks are such. */
function needsNone({ kind, interactive }: OpenCheck["from"]): boolean {
  return kind === "line" && interactive !== "yes";
}

/** The asker tells its pid itself. A shim is guard's own program while it asks, a hook asks for a shell: nothing else gets a lease. */
function isHolder({ layer, pid, interactive }: OpenCheck["from"], { folder, gate }: SessionState): boolean {
  // The kernel told it.
  if (layer === "gate") return true;
  // With the gate a shell has its line's lease from its start; what a person types is the only other text for one. Such a
  // lease is not for what already runs below the shell, and ends at its prompt: who fakes one gains what the line says.
  if (gate === "on" && interactive !== "yes") return false;
  try {
    const program = readlinkSync(`/proc/${pid}/exe`);
    return layer === "shim" ? program === realpathSync(join(folder, "agent/guard-ask")) : SHELL.test(program);
  } catch {
    return false;
  }
}

function untilWhen({ interactive }: OpenCheck["from"], { background }: CheckResult): Lease["until"] {
  if (interactive !== "yes") return "end";
  return background !== undefined ? "jobs" : "prompt";
}

/** What these will do is not known by their start: a shell that is told what to run, another agent. */
function bringsItsOwn({ input: { what } }: OpenCheck, { agentStartUp }: SessionState): boolean {
  switch (what.kind) {
    case "argv":
      return readsLines(what.argv) || agentStartUp.isAgent(basename(what.argv[0] ?? ""));
    case "script":
      return agentStartUp.isAgent(basename(what.path));
    case "line":
    case "stdin":
      return false;
  }
}

/** `timeout 9 bash`: it is for the start of such a one, which then stands for itself. */
function leadsToOther({ input: { what }, result }: OpenCheck, { agentStartUp }: SessionState): boolean {
  // Behind a shell's -c are its line's commands, each with its own start.
  if (what.kind !== "argv" || startsShell(what.argv, "gate")) return false;
  return result.commands.some(
    ({ argv }) =>
      agentStartUp.isAgent(basename(argv[0] ?? "")) || (result.doubts.length > 0 && readsLines(argv)),
  );
}

/** A shell without a line and without a file, as far as its options can be read: it takes what comes on its stdin. */
function readsLines(argv: readonly string[]): boolean {
  const [program = ""] = argv;
  if (!SHELL.test(program)) return false;
  const { kind } = findShellStart(argv, dialectOf(basename(program)) ?? "sh");
  return kind === "stdin" || kind === "unclear";
}

/** What only reads has no business to start things that do more: `less`, then `!rm`. */
function isQuiet({ commands, doubts }: CheckResult): boolean {
  return (
    doubts.length === 0 && commands.every(({ effects }) => effects.every(({ kind }) => QUIET_KINDS.has(kind)))
  );
}

/**
 * `bash -c LINE`: what it starts itself stands in the line. A shim is asked once for all that comes of a wrapper
 * (`env bash -c …`); the gate sees the shell itself when it is there.
 */
function startsShell(argv: readonly string[], layer: OpenCheck["from"]["layer"]): boolean {
  if (layer === "gate" && !SHELL.test(argv[0] ?? "")) return false;
  return argv.some(
    (word, index) => SHELL.test(word) && argv.slice(index + 1).some((option) => /^-[a-zA-Z]*c/.test(option)),
  );
}

const SHELL = /(?:^|\/)(?:ba|da|z|fi|k|mk|a)?sh$/;
