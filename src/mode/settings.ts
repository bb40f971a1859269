/** security x ask x fallback: when a ruling becomes a question, an allow or a deny. Pure, total, never loosens a deny. */
import type { Ruling } from "../core/ruling.ts";
import type { Basis, RuledInMode } from "./mode.ts";

export const SECURITIES = ["unset", "deny", "allowlist", "full"] as const;
export const ASKS = ["on-miss", "off", "always"] as const;
export const FALLBACKS = ["deny", "allowlist", "full"] as const;

export interface ApprovalSettings {
  /** Undefined: nobody wrote it, the mode decides. */
  readonly security?: "deny" | "allowlist" | "full";
  readonly ask: (typeof ASKS)[number];
  readonly askFallback: (typeof FALLBACKS)[number];
  readonly dangerousNeedsConfirm: "yes" | "no";
}

export function applySettings(ruled: RuledInMode, settings: ApprovalSettings): RuledInMode {
  const started = unconfirmed(ruled, settings);
  const ruling = rulingFor(started.basis, settings.security ?? "unset", settings.ask);
  if (ruling === started.ruling) return started;
  const { because, rule } = reasonFor(ruling, settings);
  return { ...started, ruling, layer: "mode", rule, because: `${because} (before: ${started.because})` };
}

/** The setting is about built-in knowledge; a rule that says confirm means it. */
function unconfirmed(ruled: RuledInMode, { dangerousNeedsConfirm }: ApprovalSettings): RuledInMode {
  const builtIn = ruled.ruling === "confirm" && ruled.layer === "mode";
  return builtIn && dangerousNeedsConfirm === "no" ? { ...ruled, ruling: "ask", basis: "rule" } : ruled;
}

/** The table: what the security level makes of it, then who is asked. Every cell is printed in docs/POLICY.md. */
export function rulingFor(
  basis: Basis,
  security: (typeof SECURITIES)[number],
  ask: ApprovalSettings["ask"],
): Ruling {
  return security === "deny" ? "deny" : whenAsked(bySecurity(basis, security), ask);
}

function bySecurity(basis: Basis, security: "unset" | "allowlist" | "full"): Ruling {
  switch (basis) {
    case "denied":
      return "deny";
    case "confirm":
      return "confirm";
    case "rule":
    case "unknown-text":
      return "ask";
    case "quiet":
    case "listed":
      return "allow";
    case "auto":
      return security === "allowlist" ? "ask" : "allow";
    case "miss":
      return security === "full" ? "allow" : "ask";
  }
}

function whenAsked(ruling: Ruling, ask: ApprovalSettings["ask"]): Ruling {
  switch (ask) {
    case "on-miss":
      return ruling;
    case "always":
      return ruling === "allow" ? "ask" : ruling;
    case "off":
      return ruling === "allow" ? "allow" : "deny";
  }
}

function reasonFor(
  ruling: Ruling,
  { security, ask }: ApprovalSettings,
): { readonly rule: string; readonly because: string } {
  if (security === "deny") return { rule: "settings.security", because: "security: deny runs nothing" };
  if (ruling === "deny") return { rule: "settings.ask", because: "it would need a question, and ask is off" };
  if (ask === "always") return { rule: "settings.ask", because: "ask: always asks for every command" };
  if (security === "full")
    return { rule: "settings.security", because: "security: full allows it without a rule" };
  return { rule: "settings.security", because: "security: allowlist lets only listed commands run" };
}

/** Nobody answered in time. A rule's own question, a confirm and unknown text are never allowed by silence. */
export function rulingOnTimeout(basis: Basis, fallback: ApprovalSettings["askFallback"]): "allow" | "deny" {
  switch (basis) {
    case "denied":
    case "confirm":
    case "rule":
    case "unknown-text":
      return "deny";
    case "quiet":
    case "listed":
      return fallback === "deny" ? "deny" : "allow";
    case "auto":
    case "miss":
      return fallback === "full" ? "allow" : "deny";
  }
}
