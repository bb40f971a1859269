/**
 * Texts that agents hand to shells, recognised whole or not at all, before anything is parsed: what is judged and shown is the
 * line inside. What the known rest does (it looks after the agent's own variables) is told in policy/agents.
 */
import type { AgentText } from "../core/agent.ts";
import { sha256 } from "../core/sha256.ts";
import type { Checked } from "./checked.ts";
import type { CheckResult } from "./result.ts";

export interface Unwrapped {
  readonly agent: string;
  /** The line inside; `:` where there is none. */
  readonly line: string;
  /** Another shell that the text hands the line to. */
  readonly shell?: string;
  /** Files of the agent's own that stand in the text, and are others each time. */
  readonly own: readonly string[];
  /** The text is known to its last byte; it reads no file of the agent's. */
  readonly whole?: true;
  /** The rest of the text does what it does only if this is so. */
  readonly proof?: Proof;
}

/** The last command of `text`, which begins at `pos`, must write this file, and do nothing else. */
export interface Proof {
  readonly text: string;
  readonly pos: number;
  readonly writes: string;
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
  if ("sha256" in known)
    return (text) => (sha256(text) === known.sha256 ? { line: NOTHING, own: [], whole: true } : undefined);
  const expression = (source: string) =>
    new RegExp(`^(?:${source.replaceAll("~/", `${asText(home)}/`)})$`, "s");
  const lines = known.lines.map(expression);
  const inner = known.inner === undefined ? undefined : expression(known.inner);
  return (text) => matchLines(text, lines, inner, known.after);
}

/** Line after line; where one is none of the known, the rest must be the inner one. */
function matchLines(
  text: string,
  lines: readonly RegExp[],
  inner: RegExp | undefined,
  after: string | undefined,
): Omit<Unwrapped, "agent"> | undefined {
  const at = afterKnown(text, lines);
  if (inner === undefined) return at === text.length ? { line: NOTHING, own: [] } : undefined;
  if (at === 0 && lines.length > 0) return undefined;
  const { line, quoted, shell, before = "", writes = "" } = inner.exec(text.slice(at))?.groups ?? {};
  const own = line ?? quoted?.replaceAll(`'"'"'`, "'");
  if (own === undefined) return undefined;
  const ahead = `${before}\n${own}\n`;
  return {
    line: own,
    own: writes === "" ? [] : [writes],
    ...(shell === undefined ? {} : { shell }),
    ...(after === undefined ? {} : { proof: { text: ahead + after, pos: ahead.length, writes } }),
  };
}

/** `result`: of the proof's text, judged as a line. */
export function isProven({ pos, writes }: Proof, { commands, doubts }: CheckResult): boolean {
  const [last, ...others] = commands.filter((command) => command.end > pos);
  return (
    doubts.length === 0 &&
    last !== undefined &&
    others.length === 0 &&
    last.pos === pos &&
    last.nesting.length === 0 &&
    last.effects.length > 0 &&
    last.effects.every(
      ({ kind, target }) =>
        kind === "write" && target?.kind === "path" && !target.glob && target.path === writes,
    )
  );
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
  const [shell = "", ...words] = what.argv;
  const text = words.at(-1) ?? "";
  if (!SHELL.test(shell) || !startsText(words.slice(0, -1))) return undefined;
  const found = find(text);
  return found && { what: { kind: "argv", argv: [found.shell ?? shell, "-c", found.line] }, found };
}

/** Options with which the last word is the text, and nothing follows it. */
function startsText(options: readonly string[]): boolean {
  return (
    options.filter((option) => /^-l?c$/.test(option)).length === 1 &&
    options.every((option) => /^(?:-l?c|-l|-i|--login|--norc|--noprofile)$/.test(option))
  );
}

const SHELL = /(?:^|\/)(?:ba|z|da)?sh$/;
