/**
 * Texts that agents hand to shells, recognised whole or not at all, before anything is parsed: what is judged and shown is the
 * line inside. What the known rest does (it looks after the agent's own variables) is told in policy/agents.
 */
import type { AgentText } from "../core/agent.ts";
import { sha256 } from "../core/sha256.ts";
import type { Checked } from "./checked.ts";

export interface Unwrapped {
  readonly agent: string;
  /** The line inside; `:` where there is none. */
  readonly line: string;
  /** Another shell that the text hands the line to. */
  readonly shell?: string;
}

/** Longer ones than any agent has been seen to write are judged as they stand. */
const MAX_CHARS = 512 * 1024;
const NOTHING = ":";

export type FindAgentText = (text: string) => Unwrapped | undefined;

interface Prepared {
  readonly agent: string;
  match(text: string): Omit<Unwrapped, "agent"> | undefined;
}

/** `home`: what `~/` stands for in a pattern. */
export function createAgentTexts(texts: readonly AgentText[], home: string): FindAgentText {
  let prepared: readonly Prepared[] | undefined;
  return (text) => {
    if (texts.length === 0 || text.length > MAX_CHARS) return undefined;
    prepared ??= texts.map((known) => ({ agent: known.agent, match: matcherOf(known, home) }));
    for (const { agent, match } of prepared) {
      const found = match(text);
      if (found) return { agent, ...found };
    }
    return undefined;
  };
}

function matcherOf(known: AgentText, home: string): Prepared["match"] {
  if ("sha256" in known) return (text) => (sha256(text) === known.sha256 ? { line: NOTHING } : undefined);
  const expression = (source: string) =>
    new RegExp(`^(?:${source.replaceAll("~/", `${asText(home)}/`)})$`, "s");
  const lines = known.lines.map(expression);
  const inner = known.inner === undefined ? undefined : expression(known.inner);
  return (text) => matchLines(text, lines, inner);
}

/** Line after line; where one is none of the known, the rest must be the inner one. */
function matchLines(
  text: string,
  lines: readonly RegExp[],
  inner: RegExp | undefined,
): Omit<Unwrapped, "agent"> | undefined {
  const at = afterKnown(text, lines);
  if (inner === undefined) return at === text.length ? { line: NOTHING } : undefined;
  if (at === 0 && lines.length > 0) return undefined;
  const { line, quoted, shell } = inner.exec(text.slice(at))?.groups ?? {};
  const own = line ?? quoted?.replaceAll(`'"'"'`, "'");
  return own === undefined ? undefined : { line: own, ...(shell === undefined ? {} : { shell }) };
}

/** Where the first line begins that is not known. */
function afterKnown(text: string, lines: readonly RegExp[]): number {
  let at = 0;
  while (at < text.length) {
    const end = text.indexOf("\n", at);
    const line = text.slice(at, end < 0 ? text.length : end);
    if (!lines.some((known) => known.test(line))) break;
    if (end < 0) return text.length;
    at = end + 1;
  }
  return at;
}

function asText(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/** The check as it is without the text around its line. Undefined: there is nothing known around it. */
export function unwrapChecked(
  what: Checked,
  find: FindAgentText,
): { readonly what: Checked; readonly found: Unwrapped } | undefined {
  if (what.kind === "line") {
    const found = find(what.line);
    if (found === undefined) return undefined;
    const { shell, line } = found;
    return shell === undefined
      ? { what: { kind: "line", line }, found }
      : { what: { kind: "argv", argv: [shell, "-c", line] }, found };
  }
  if (what.kind !== "argv") return undefined;
  const [shell = "", option = "", text = "", ...rest] = what.argv;
  if (!SHELL.test(shell) || !/^-l?c$/.test(option) || rest.length > 0) return undefined;
  const found = find(text);
  return found && { what: { kind: "argv", argv: [found.shell ?? shell, "-c", found.line] }, found };
}

const SHELL = /(?:^|\/)(?:ba|z|da)?sh$/;
