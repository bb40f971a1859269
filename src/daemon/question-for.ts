/** A check that nothing could decide, as the question that a person sees. */
import type { Question } from "../approval/question.ts";
import type { Dialect } from "../core/command.ts";
import { quoteArgv } from "../decide/argv.ts";
import { shownLine } from "../decide/checked.ts";
import type { Content } from "./check-content.ts";
import { hookNamesOf } from "./git-hooks.ts";
import { innerLineOf } from "./inner-line.ts";
import { type OpenCheck, strangenessOf } from "./open-check.ts";
import type { SessionState } from "./session-state.ts";
import { shownChain } from "./shown-chain.ts";

const MINUTE_MS = 60_000;

export function questionFor(check: OpenCheck, content: Content, state: SessionState): Question {
  const { id, from, input, result } = check;
  const { repository = [] } = from;
  const askedAtMs = Date.now();
  const strange = strangenessOf(from);
  // Only the agent's own text is known, to its last word; of all else the whole is shown.
  const wrapped = strange === undefined ? result.wrapper : undefined;
  const can = [...new Set(result.commands.flatMap((command) => command.can ?? []))];
  const ruling = result.ruling === "confirm" ? "confirm" : "ask";
  return {
    id,
    // What cannot be known exactly cannot be the same as anything.
    key: strange === undefined ? [content.key, ...repository].join(" ") : id,
    session: state.session,
    ...shownAs(check, wrapped?.line),
    ...(wrapped === undefined ? {} : { wrapper: { agent: wrapped.agent, text: shownLine(input.what) } }),
    cwd: from.cwd,
    ...(from.shell === undefined ? {} : { shell: from.shell as Dialect }),
    layer: from.layer,
    pid: from.pid,
    chain: shownChain(check.chain, state, from.started),
    risk: result.risk,
    ruling,
    reasons: [
      ...(strange === undefined ? [] : [strange]),
      ...result.reasons,
      ...repository.map((setting) => `it works on another repository: ${setting}`),
      ...hooksOf(content),
    ],
    rules: result.rules,
    ...(result.instead === undefined ? {} : { instead: result.instead }),
    ...(can.length === 0 ? {} : { can }),
    askedAtMs,
    expiresAtMs: askedAtMs + timeoutMs(ruling, state),
    rememberable:
      strange !== undefined || result.remember === "never" || !content.isForLater
        ? "no"
        : (result.remember ?? "yes"),
  };
}

/** What nobody can know exactly is shown as it is, all of it. */
function shownAs(
  { input: { what }, result, from }: OpenCheck,
  wrapped: string | undefined,
): Pick<Question, "line" | "by"> {
  if (what.kind !== "argv" || strangenessOf(from) !== undefined) return { line: wrapped ?? result.line };
  const inner = innerLineOf(what.argv);
  if (inner !== undefined) return { line: wrapped ?? inner.line, by: inner.by };
  return { line: wrapped === undefined ? result.line : quoteArgv([what.argv[0] ?? "", "-c", wrapped]) };
}

/** git does not say that it runs them. */
function hooksOf({ files }: Content): string[] {
  const there = [...files].flatMap(([file, content]) => (content === "ENOENT" ? [] : [file]));
  return hookNamesOf(there).map((name) => `git may run the repository's ${name} hook`);
}

function timeoutMs(ruling: "ask" | "confirm", { timeoutMs: byHand, policy }: SessionState): number {
  if (byHand !== undefined) return byHand;
  const { approvalTimeoutMinutes, dangerousTimeoutMinutes } = policy.last.layers.settings;
  return (ruling === "confirm" ? dangerousTimeoutMinutes : approvalTimeoutMinutes) * MINUTE_MS;
}
