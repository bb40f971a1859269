/** The settings as tables for people; docs/POLICY.md holds exactly this text. */
import { BASES, type Basis } from "./mode.ts";
import { ASKS, FALLBACKS, rulingFor, rulingOnTimeout, SECURITIES } from "./settings.ts";

const HEADINGS: Record<Basis, string> = {
  quiet: "only reads",
  listed: "allowed by rule, profile or grant",
  auto: "allowed by FULL_AUTO only",
  miss: "nothing speaks for it",
  rule: "a rule says ask",
  "unknown-text": "cannot be known",
  confirm: "needs CONFIRM",
  denied: "denied",
};

export function renderSettingsTable(): string {
  const head = ["security", "ask", ...BASES.map((basis) => HEADINGS[basis])];
  const rows = SECURITIES.flatMap((security) =>
    ASKS.map((ask) => [
      security === "unset" ? "(not written)" : security,
      ask,
      ...BASES.map((basis) => rulingFor(basis, security, ask)),
    ]),
  );
  return markdown([head, ...rows]);
}

export function renderFallbackTable(): string {
  const head = ["ask_fallback", ...BASES.map((basis) => HEADINGS[basis])];
  return markdown([
    head,
    ...FALLBACKS.map((fallback) => [fallback, ...BASES.map((basis) => rulingOnTimeout(basis, fallback))]),
  ]);
}

function markdown([head = [], ...rows]: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}
