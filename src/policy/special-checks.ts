/** Programs that a list of names allows in their harmless forms only; outside them the allow does not count. */
import { knownPrefix, knownText, type Word } from "../core/word.ts";
import type { Subject } from "./policy.ts";

export const DEFAULT_PKILL_PROCESSES = ["node", "npm", "npx", "vite", "next"] as const;
export const PROCESS_NAME = /^[A-Za-z0-9._-]+$/;

type Check = (subject: Subject, pkillProcesses: ReadonlySet<string>) => boolean;

const CHECKS: ReadonlyMap<string, Check> = new Map<string, Check>([
  ["pkill", pkillNamesOnly],
  ["chmod", chmodMakesExecutable],
  ["init.sh", initByItsPath],
  ["playwright-cli", playwrightRunsNoCode],
]);

export function passesSpecialCheck(subject: Subject, pkillProcesses: ReadonlySet<string>): boolean {
  const check = CHECKS.get(subject.classified.program?.name ?? "");
  return check ? check(subject, pkillProcesses) : true;
}

/** What a list entry of this name means where it is not simply the program of that name. */
export const SPECIAL_PROGRAM_PATHS: ReadonlyMap<string, string> = new Map([["init.sh", "**/init.sh"]]);

/** Signals and ways of comparing; `-v` would kill all the others. */
const PKILL_FLAG =
  /^(-[fxnoie]+|-[0-9]{1,2}|-(SIG)?(HUP|INT|QUIT|KILL|TERM|USR1|USR2|STOP|CONT)|--(full|exact|newest|oldest|ignore-case|echo)|--signal=[A-Z0-9]+)$/;

function pkillNamesOnly({ command }: Subject, pkillProcesses: ReadonlySet<string>): boolean {
  const texts = command.argv.slice(1).map(knownText);
  const names = texts.filter((text) => !text?.startsWith("-"));
  const flags = texts.filter((text) => text?.startsWith("-"));
  return (
    names.length > 0 &&
    names.every((name) => pkillProcesses.has(name?.trim().split(/\s+/)[0] ?? "")) &&
    flags.every((flag) => PKILL_FLAG.test(flag ?? ""))
  );
}

function chmodMakesExecutable({ command }: Subject): boolean {
  const [mode, ...files] = command.argv.slice(1);
  if (!mode || files.length === 0) return false;
  return /^[ugoa]*\+x$/.test(knownText(mode) ?? "") && files.every(isNoFlag);
}

/** A glob may find a file called `-R`, so it must begin with something else. */
function isNoFlag(word: Word): boolean {
  if (word.pieces.some((piece) => piece.kind === "unknown")) return false;
  const start = knownPrefix(word);
  return start !== "" && !start.startsWith("-");
}

function initByItsPath({ classified }: Subject): boolean {
  return classified.program?.text.endsWith("/init.sh") ?? false;
}

function playwrightRunsNoCode({ command }: Subject): boolean {
  const texts = command.argv.slice(1).map(knownText);
  if (texts.some((text) => text === undefined)) return false;
  const subcommand = texts.find((text) => !text?.startsWith("-"));
  return subcommand !== "run-code" && subcommand !== "eval";
}
