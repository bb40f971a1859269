/** Settings under the names that policy files use: what is shown can be written into a file. */
import type { Settings } from "../policy/policy.ts";

export type SettingValue = string | number | boolean | readonly string[];

export function settingsAsWritten(settings: Settings): Record<string, SettingValue> {
  const { security, ask, askFallback, approvalTimeoutMinutes, dangerousTimeoutMinutes } = settings;
  return {
    ...(security === undefined ? {} : { security }),
    ask,
    ask_fallback: askFallback,
    approval_timeout_minutes: approvalTimeoutMinutes,
    dangerous_timeout_minutes: dangerousTimeoutMinutes,
    dangerous_command_requires_confirmation: settings.dangerousNeedsConfirm === "yes",
    max_mode: settings.maxMode,
    reveal: settings.reveal,
  };
}

/** Patterns for secrets, which stand beside the settings in a file. */
export function redactAsWritten({ redact }: Settings): readonly string[] {
  return redact.map(({ name, pattern }) => `${name} ${pattern}`);
}
