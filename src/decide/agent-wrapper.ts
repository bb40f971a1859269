/**
 * What agents put around a line: recognised as a whole or not at all. The line inside is shown and matched by itself; the
 * parts around it are judged like any command, but known ones are not asked about.
 */
import type { AgentWrapper } from "../core/agent.ts";
import type { Command, Redirect } from "../core/command.ts";
import { displayText, knownText } from "../core/word.ts";

export interface FoundWrapper {
  readonly agent: string;
  /** The agent's own line. */
  readonly line: string;
  readonly parts: ReadonlySet<Command>;
  /** Files of the agent's own that the text around the line writes: another name each time. */
  readonly own: readonly string[];
}

export function findWrapper(
  commands: readonly Command[],
  text: string,
  wrappers: readonly AgentWrapper[],
  home: string,
): FoundWrapper | undefined {
  for (const wrapper of wrappers) {
    const found = matchWrapper(commands, text, wrapper, home);
    if (found) return found;
  }
  return undefined;
}

function matchWrapper(
  commands: readonly Command[],
  text: string,
  wrapper: AgentWrapper,
  home: string,
): FoundWrapper | undefined {
  const parts = new Set<Command>();
  const inner: Command[] = [];
  let evaluated: string | undefined;
  for (const command of commands) {
    if (isPart(command, wrapper, home)) parts.add(command);
    else if (wrapper.inner === "eval" && command.evaluates !== undefined && evaluated === undefined) {
      evaluated = command.evaluates;
    } else if (command.nesting[0] === wrapper.inner) inner.push(command);
    else return undefined;
  }
  // The first pattern is what only this agent writes; without it nothing is taken for a wrapper.
  const [mark = []] = wrapper.parts;
  if (![...parts].some((part) => matchWords(mark, part, home))) return undefined;
  if (wrapper.inner === "eval" ? evaluated === undefined : inner.length === 0) return undefined;
  const own = [...parts].flatMap((part) => part.redirects.flatMap((redirect) => ownFile(redirect, wrapper)));
  return { agent: wrapper.agent, line: evaluated ?? textOf(inner, text), parts, own };
}

function ownFile({ target }: Redirect, { writes }: AgentWrapper): string[] {
  const text = knownText(target);
  return text !== undefined && writes.some((pattern) => matchWord(pattern, text)) ? [text] : [];
}

/** From the first of them to the last. */
function textOf(inner: readonly Command[], text: string): string {
  const pos = Math.min(...inner.map((command) => command.pos));
  const end = Math.max(...inner.map((command) => command.end));
  return text.slice(pos, end);
}

function isPart(command: Command, wrapper: AgentWrapper, home: string): boolean {
  if (command.nesting[0] === "eval") return false;
  if (!command.assignments.every(({ name, exported }) => !exported && wrapper.variables.includes(name)))
    return false;
  if (!command.redirects.every((redirect) => isOwnRedirect(redirect, wrapper))) return false;
  // `{ …; } >/dev/null`, or assignments: each was looked at above.
  if (command.argv.length === 0) return command.redirects.length === 0 || command.assignments.length === 0;
  return wrapper.parts.some((part) => matchWords(part, command, home));
}

function isOwnRedirect({ operator, target }: Redirect, wrapper: AgentWrapper): boolean {
  const text = knownText(target);
  if (text === undefined) return false;
  if (operator === ">&" || operator === "<&") return /^\d$/.test(text);
  return (
    text === "/dev/null" || (operator !== "<>" && wrapper.writes.some((pattern) => matchWord(pattern, text)))
  );
}

function matchWords(part: readonly string[], command: Command, home: string): boolean {
  if (part.length !== command.argv.length) return false;
  return part.every((pattern, index) => {
    const word = command.argv[index];
    return word !== undefined && matchWord(pattern.replace(/^~(?=\/)/, home), displayText(word));
  });
}

const MAX_CHARS = 256;

/** `*` stands for text without a slash. Longer texts than any agent writes are not tried. */
function matchWord(pattern: string, text: string): boolean {
  if (text.length > MAX_CHARS) return false;
  const source = pattern.split("*").map((piece) => piece.replace(/[.+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${source.join("[^/]*")}$`).test(text);
}
