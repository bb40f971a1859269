/** An agent's session in rows of at most 80 columns. Pure. */
import { makeVisible } from "../core/visible.ts";
import { wrapText } from "../core/wrap.ts";
import type { AgentCoverage, Denial, SeenProgram, ShellStarts } from "./agent-coverage.ts";

const COLUMNS = 80;
const NAME_WIDTH = 40;
/** What is rare is in `--json`, and in the audit file. */
const MOST_ROWS = 15;
const MOST_DENIALS = 8;
const MOST_LETTERS = 200;

export function renderAgent(agent: AgentCoverage): string[] {
  const { command, known, status, session, tier, checks, denied, programs, denials } = agent;
  const name = `Agent ${makeVisible(command.join(" "))}`;
  const ended = `ended with ${status}`;
  const ways = known === null ? "guard does not know its ways (policy/agents)" : `known to guard as ${known}`;
  const head = ["", ...wrapText("", `${name}: ${ended}; ${ways}`, COLUMNS)];
  if (session === null) return [...head, "  it had no session: what guard run said stands above"];
  return [
    ...head,
    `  session ${session}, tier ${tier}; ${checks} checks, ${denied} denied`,
    ...wrapText("  ", shellWords(agent.shells), COLUMNS),
    ...renderPrograms(programs),
    ...renderDenials(denials),
  ];
}

function renderDenials(denials: readonly Denial[]): string[] {
  const rows = denials
    .slice(0, MOST_DENIALS)
    .flatMap(({ command, reason }) =>
      wrapText("  denied  ", makeVisible(`${cut(command)}: ${reason}`), COLUMNS),
    );
  const left = denials.length - MOST_DENIALS;
  return [...rows, ...(left > 0 ? [`  and ${left} more were denied: guard's audit file has them all`] : [])];
}

function cut(command: string): string {
  return command.length > MOST_LETTERS ? `${command.slice(0, MOST_LETTERS)}…` : command;
}

function renderPrograms(programs: readonly SeenProgram[]): string[] {
  if (programs.length === 0) return ["  it started nothing"];
  const rows = programs.slice(0, MOST_ROWS).map(({ name, kind, times, denied, by }) => {
    const shown = makeVisible(kind === "shell" ? `${name} (shell)` : name).slice(0, NAME_WIDTH);
    return `  ${shown.padEnd(NAME_WIDTH)} ${cell(times)} ${cell(denied)}  ${by.join(", ")}`;
  });
  const left = programs.length - MOST_ROWS;
  return [
    `  ${"SEEN".padEnd(NAME_WIDTH)} ${"TIMES".padStart(7)} ${"DENIED".padStart(7)}  SEEN BY`,
    ...rows,
    ...(left > 0 ? [`  and ${left} more`] : []),
  ];
}

function cell(count: number): string {
  return String(count).padStart(7);
}

function shellWords({ onlyGate, onlyHook, onlyShim, several }: ShellStarts): string {
  const all = onlyGate + onlyHook + onlyShim + several;
  if (all === 0) return "no shell of it was seen";
  const parts = [
    ...(onlyGate ? [`${onlyGate} only by the gate`] : []),
    ...(onlyHook ? [`${onlyHook} only by a hook`] : []),
    ...(onlyShim ? [`${onlyShim} only by a shim`] : []),
    ...(several ? [`${several} by more than one`] : []),
  ];
  return `${all} ${all === 1 ? "shell" : "shells"} seen: ${parts.join(", ")}`;
}
