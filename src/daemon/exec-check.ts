/** A program that the gate holds becomes what the engine judges: by the file that was loaded, never by what it calls itself. */
import { basename, dirname } from "node:path";
import type { Dialect } from "../core/command.ts";
import type { Checked } from "../decide/engine.ts";
import type { ProcessFacts } from "../ipc/process-stamp.ts";
import type { GateExec } from "../protocol/gate-messages.ts";
import {
  type OtherName,
  type PreparedCheck,
  prepareArgv,
  prepareScript,
  prepareStdin,
} from "./check-input.ts";
import { isSameForUs, type Loaded } from "./loaded-program.ts";
import type { OpenCheck } from "./open-check.ts";
import { type Own, stampOf } from "./own-programs.ts";
import { plainPath, writtenPath } from "./own-view.ts";
import { readsTerminal } from "./root.ts";
import { programName, unprovenName } from "./script-start.ts";
import { dialectOf, findShellStart } from "./shell-start.ts";
import { shownName } from "./shown-name.ts";
import { isOfTheSystem, isSystemCommand } from "./system-files.ts";
import type { UserPath } from "./user-path.ts";

export interface PreparedExec extends PreparedCheck {
  readonly from: OpenCheck["from"];
}

export async function prepareExec(
  exec: GateExec,
  loaded: Loaded,
  path: UserPath,
  own: Own,
): Promise<PreparedExec> {
  own.snapshots.look();
  const named = await withNewName(await prepareLoaded(exec, loaded, path, own), exec.cwd, path);
  const prepared = await withAgentText(named, exec, path, own);
  if (loaded.kind === "nameless" || !isOutOfTheWay(prepared)) return prepared;
  const args = loaded.kind === "script" ? loaded.args : exec.arg.slice(1);
  const folder = dirname(writtenPath(exec.cwd, loaded.path));
  return { ...prepared, byName: { argv: [basename(loaded.path), ...args], folder } };
}

/** Not where the user finds programs. */
function isOutOfTheWay({ input: { what } }: PreparedExec): boolean {
  return what.kind === "argv" ? what.argv[0]?.includes("/") === true : what.kind === "script";
}

/**
 * A tool that was installed a moment ago may be started by the line that names it. That is so only for a name that guard does
 * not know: whoever allowed `git commit` meant git, and not what was put in its place since.
 */
async function withNewName(prepared: PreparedExec, cwd: string, path: UserPath): Promise<PreparedExec> {
  const { what } = prepared.input;
  if (what.kind !== "argv" && what.kind !== "script") return prepared;
  const [program = "", ...args] = what.kind === "argv" ? what.argv : [what.path, ...what.args];
  const name = unprovenName(program, cwd, path);
  if (name === undefined) return prepared;
  const argv = [name, ...args];
  const { commands } = await path.judge({ kind: "argv", argv }, cwd);
  const isUnknown = commands[0]?.effects.some(
    ({ target }) => target?.kind === "thing" && target.text === name,
  );
  return isUnknown ? { ...prepared, alsoAs: [...(prepared.alsoAs ?? []), argv] } : prepared;
}

async function prepareLoaded(
  exec: GateExec,
  loaded: Loaded,
  path: UserPath,
  own: Own,
): Promise<PreparedExec> {
  const { cwd, text } = exec;
  const pid = Number(exec.pid);
  const from = { layer: "gate", cwd, pid, stamp: factsOf(exec), started: shownName(exec), text } as const;
  switch (loaded.kind) {
    case "nameless": {
      const argv = [exec.path, ...exec.arg.slice(1)];
      const prepared = prepareArgv({ path: exec.path, arg: argv, cwd }, path);
      return { ...prepared, from: { ...from, kind: "argv", strange: loaded.because } };
    }
    case "script":
      return prepareScriptStart(exec, loaded, from, path);
    case "program": {
      const argv = own.argvOf(exec);
      if (argv === undefined) return prepareProgram(exec, loaded.path, from, path);
      const [name] = argv;
      return {
        ...prepareArgv({ path: exec.path, arg: [...argv], cwd }, path, name),
        from: { ...from, kind: "argv" },
      };
    }
  }
}

/**
 * A text that reads as the agent's own is judged by the line inside. So it must come from the agent itself, and the file that it
 * reads into its shell must be as the agent made it: neither could be told from the text.
 */
async function withAgentText(
  prepared: PreparedExec,
  exec: GateExec,
  path: UserPath,
  own: Own,
): Promise<PreparedExec> {
  const { from, input } = prepared;
  if (own.agent === undefined || !holdsText(input.what)) return prepared;
  const read = await path.judge(input.what, exec.cwd);
  if (read.wrapper === undefined) return prepared;
  const strange =
    isShellStart(input.what) && own.hasStarted(exec)
      ? own.snapshots.findProblem(input.what.argv.at(-1) ?? "", read, stampOf(exec))
      : `only ${read.wrapper.agent} itself writes such a text, and something else would hand it to a shell`;
  return strange === undefined ? prepared : { ...prepared, from: { ...from, strange } };
}

/** It may hold such a text, for itself or for a shell below it: none is a single word. */
function holdsText(what: Checked): boolean {
  return what.kind === "script" || (what.kind === "argv" && what.argv.some((word) => /\s/.test(word)));
}

function isShellStart(what: Checked): what is Extract<Checked, { kind: "argv" }> {
  return what.kind === "argv" && dialectOf(what.argv[0] ?? "") !== undefined;
}

function factsOf({ pid, start, parent, path }: GateExec): ProcessFacts {
  return { pid: Number(pid), startTicks: Number(start), parentPid: Number(parent), name: basename(path) };
}

type From = Omit<OpenCheck["from"], "kind">;

/** A shell's script is judged by its text, another one by its name. */
async function prepareScriptStart(
  exec: GateExec,
  { path, args }: Extract<Loaded, { kind: "script" }>,
  from: From,
  userPath: UserPath,
): Promise<PreparedExec> {
  const { cwd, path: interpreter, arg } = exec;
  const shell = shellOfScript(exec, path);
  if (shell !== undefined) {
    const prepared = await prepareScript({ cwd, shell, path, arg: [path, ...args] }, userPath);
    // Some tools are scripts: gcloud is one. What such a name can do is more than its text tells.
    const byName = [programName(path, cwd, userPath), ...args];
    const unproven = unprovenName(path, cwd, userPath);
    const names = unproven === undefined ? [byName] : [byName, [unproven, ...args]];
    return {
      ...prepared,
      alsoAs: [...(prepared.alsoAs ?? []), byName],
      alsoHolds: names.map((argv) => ({ argv, counts: "denials" })),
      from: { ...from, kind: "script", shell },
    };
  }
  // With options of its own (`#!/bin/sh -c`) a shell runs something else than the script's text.
  if (dialectOf(basename(interpreter)) !== undefined)
    return prepareProgram(exec, interpreter, from, userPath);
  const prepared = prepareArgv({ path, arg: [path, ...args], cwd }, userPath);
  const asInterpreted = [programName(interpreter, cwd, userPath), ...arg.slice(1)];
  return {
    ...prepared,
    alsoAs: [...(prepared.alsoAs ?? []), asInterpreted],
    from: { ...from, kind: "argv" },
  };
}

/** The shell that will read this script, and nothing else. `#!/usr/bin/env bash`: env will start it, and it is judged again. */
function shellOfScript({ path: loaded, arg }: GateExec, script: string): Dialect | undefined {
  if (basename(loaded) === "env") return arg[2] === script ? dialectOf(arg[1] ?? "") : undefined;
  const shell = dialectOf(basename(loaded));
  const start = shell && findShellStart(arg, shell);
  return start?.kind === "script" && start.path === script ? shell : undefined;
}

async function prepareProgram(
  exec: GateExec,
  started: string,
  from: From,
  userPath: UserPath,
): Promise<PreparedExec> {
  const { arg, cwd } = exec;
  // By what was loaded: a link may call bash `fish`.
  const shell = dialectOf(basename(exec.path));
  const start = shell && findShellStart(arg, shell);
  if (shell && start?.kind === "script" && isSameForUs(writtenPath(cwd, start.path), exec.pid)) {
    const prepared = await prepareScript(
      { cwd, shell, path: start.path, arg: [start.path, ...start.args] },
      userPath,
    );
    return { ...prepared, from: { ...from, kind: "script", shell } };
  }
  if (shell && start?.kind === "stdin" && !readsTerminal(from.pid)) {
    const prepared = prepareStdin({ shell, arg: [basename(started), ...arg.slice(1)], cwd });
    return { ...prepared, from: { ...from, kind: "stdin", shell } };
  }
  const asked = { path: started, arg: arg.length > 0 ? arg : [started], cwd };
  const prepared = prepareArgv(asked, userPath, nameOf(exec, started, userPath));
  const alsoHolds = [...(prepared.alsoHolds ?? []), ...otherNames(exec, started, userPath)];
  return { ...prepared, alsoHolds, from: { ...from, kind: "argv" } };
}

/**
 * One file may be several programs, by a link's name or by what it is told that it is: each of them must be allowed. Links in
 * the system's folders are the system's own names.
 */
function otherNames({ path, arg, cwd }: GateExec, started: string, userPath: UserPath): OtherName[] {
  const [zero = "", ...args] = arg;
  const told = basename(zero.replace(/^-/, ""));
  const names = new Set<string>();
  if (!isSystemCommand(started) && basename(path) !== basename(started)) {
    names.add(programName(path, cwd, userPath));
    const unproven = unprovenName(path, cwd, userPath);
    if (unproven !== undefined) names.add(unproven);
  }
  if (told !== "" && !ITSELF.test(zero) && told !== basename(started) && told !== basename(path))
    names.add(told);
  return [...names].map((name) => ({ argv: [name, ...args], counts: "always" }));
}

const known = new Map<string, string>();
const MOST_KNOWN = 2_000;

/** To look along PATH takes longer than all the rest. What the system's own files are called does not change. */
function nameOf({ device, inode, cwd }: GateExec, started: string, userPath: UserPath): string {
  if (!isOfTheSystem(started) || plainPath(started) !== started) return programName(started, cwd, userPath);
  const key = `${device}:${inode} ${started}`;
  const name = known.get(key) ?? programName(started, cwd, userPath);
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(key, name);
  return name;
}

/** What a program that starts itself again has as its name. */
const ITSELF = /^\/proc\/(?:self|\d+)\/exe$/;
