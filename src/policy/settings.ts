/** Settings of three layers become one: a narrower layer may fill what was left open, or tighten; never loosen. */
import type { RedactPattern } from "../core/redact-pattern.ts";
import { isLooser } from "./cap-mode.ts";
import { type Ask, DEFAULT_SETTINGS, type PolicyLayer, type Security, type Settings } from "./policy.ts";
import type { SettingsData } from "./schema.ts";

export interface LayerSettings {
  readonly layer: PolicyLayer;
  readonly file: string;
  readonly standing: "full" | "tighten-only";
  readonly data: SettingsData;
  readonly redact?: readonly RedactPattern[] | undefined;
}

export interface MergedSettings {
  readonly settings: Settings;
  readonly warnings: readonly string[];
}

const SECURITY: readonly Security[] = ["full", "allowlist", "deny"];
const shorter = (wider: number, narrower: number): boolean => narrower <= wider;
const stricterSecurity = (wider: Security, narrower: Security): boolean =>
  SECURITY.indexOf(narrower) >= SECURITY.indexOf(wider);

/** `off` turns questions into denials and `always` turns allows into questions: from `on-miss` both are stricter. */
const stricterAsk = (wider: Ask, narrower: Ask): boolean => wider === narrower || wider === "on-miss";

type PickSetting = <T>(
  key: string,
  read: (data: SettingsData) => T | undefined,
  start: T,
  tightens: (wider: T, narrower: T) => boolean,
) => T;

/** One setting through all layers; what does not count becomes a warning. */
function picker(layers: readonly LayerSettings[], warnings: string[]): PickSetting {
  return (key, read, start, tightens) => {
    let value = start;
    let written = false;
    for (const { data, file, standing } of layers) {
      const wish = read(data);
      if (wish === undefined || wish === value) {
        written ||= wish !== undefined;
        continue;
      }
      if ((!written && standing === "full") || tightens(value, wish)) {
        value = wish;
        written = true;
      } else {
        warnings.push(
          `${file}: ${key} is not used: it would loosen what a wider layer or guard's default says`,
        );
      }
    }
    return value;
  };
}

export function mergeSettings(layers: readonly LayerSettings[]): MergedSettings {
  const warnings: string[] = [];
  const pick = picker(layers, warnings);
  const timeout = pick(
    "approval_timeout_minutes",
    (data) => data.approval_timeout_minutes,
    DEFAULT_SETTINGS.approvalTimeoutMinutes,
    shorter,
  );
  // Unwritten means "the mode decides", which full would loosen and the other two tighten.
  const security = pick<Security | undefined>(
    "security",
    (data) => data.security,
    undefined,
    (wider, narrower) => stricterSecurity(wider ?? "allowlist", narrower ?? "full"),
  );
  const maxMode = pick(
    "max_mode",
    (data) => data.max_mode,
    DEFAULT_SETTINGS.maxMode,
    (wider, narrower) => !isLooser(narrower, wider),
  );
  const settings: Settings = {
    ...(security === undefined ? {} : { security }),
    ask: pick("ask", askOf, DEFAULT_SETTINGS.ask, stricterAsk),
    askFallback: pick<Security>(
      "ask_fallback",
      (data) => data.ask_fallback,
      DEFAULT_SETTINGS.askFallback,
      stricterSecurity,
    ),
    approvalTimeoutMinutes: timeout,
    dangerousTimeoutMinutes: pick(
      "dangerous_timeout_minutes",
      (data) => data.dangerous_timeout_minutes,
      timeout,
      shorter,
    ),
    dangerousNeedsConfirm: pick<"yes" | "no">(
      "dangerous_command_requires_confirmation",
      confirmOf,
      DEFAULT_SETTINGS.dangerousNeedsConfirm,
      (_wider, narrower) => narrower === "yes",
    ),
    ...capOf(maxMode, layers),
    auditKeepDays: keepDaysOf(layers),
    reveal: layers.filter(({ layer }) => layer === "user").flatMap(({ data }) => data.reveal ?? []),
    redact: redactOf(layers, warnings),
  };
  return { settings, warnings };
}

/**
 * Layers only add. A repository that nobody trusts adds nothing: what it hides would be missing from the record of what it did.
 */
function redactOf(layers: readonly LayerSettings[], warnings: string[]): readonly RedactPattern[] {
  return layers.flatMap(({ redact = [], standing, file }) => {
    if (standing === "full" || redact.length === 0) return redact;
    warnings.push(`${file}: redact is not used until you have read the file and run: guard policy trust`);
    return [];
  });
}

function askOf(data: SettingsData): Ask | undefined {
  return data.approval_enabled === false ? "off" : data.ask;
}

function confirmOf(data: SettingsData): "yes" | "no" | undefined {
  const value = data.dangerous_command_requires_confirmation;
  if (value === undefined) return undefined;
  return value ? "yes" : "no";
}

/** Neither more nor fewer days are stricter: the widest layer that says so decides. */
function keepDaysOf(layers: readonly LayerSettings[]): number {
  return (
    layers.find(({ data }) => data.audit_keep_days !== undefined)?.data.audit_keep_days ??
    DEFAULT_SETTINGS.auditKeepDays
  );
}

/** The widest layer that says so answers for it. */
function capOf(
  maxMode: Settings["maxMode"],
  layers: readonly LayerSettings[],
): Pick<Settings, "maxMode" | "maxModeFrom"> {
  const from = layers.find(({ data }) => data.max_mode === maxMode)?.layer;
  return from === undefined ? { maxMode } : { maxMode, maxModeFrom: from };
}
