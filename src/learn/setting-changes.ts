/** Settings of another policy that a replay of recorded checks does not judge: what sessions start in, what agents see, how long things last. */
import { capMode, isLooser } from "../policy/cap-mode.ts";
import type { PolicyLayers } from "../policy/policy.ts";

export interface SettingChange {
  /** As it is written in a policy file. */
  readonly setting: string;
  readonly before: string;
  readonly after: string;
  /** More could happen without anybody's word. */
  readonly loosens: "yes" | "no";
}

interface Compared<T> {
  readonly setting: string;
  readonly read: (layers: PolicyLayers) => T;
  readonly show: (value: T) => string;
  readonly isLooser?: (after: T, before: T) => boolean;
}

const minutes = (value: number): string => `${value} minutes`;
const listed = (values: readonly string[]): string => (values.length === 0 ? "none" : values.join(", "));

const MODE: Compared<PolicyLayers["mode"]["mode"]> = {
  setting: "mode",
  read: ({ mode, settings }) => capMode(mode.mode, settings.maxMode),
  show: (mode) => mode,
  isLooser,
};
const MAX_MODE: typeof MODE = { ...MODE, setting: "max_mode", read: ({ settings }) => settings.maxMode };
const REVEAL: Compared<readonly string[]> = {
  setting: "reveal",
  read: ({ settings }) => settings.reveal,
  show: listed,
  isLooser: (after, before) => after.some((path) => !before.includes(path)),
};
const WISHES: Compared<readonly string[]> = {
  setting: "mode that is asked for",
  read: ({ mode }) => mode.wishes.map((wish) => `${wish.mode} by ${wish.from}`),
  show: listed,
};
const REDACT: Compared<readonly string[]> = {
  setting: "redact",
  read: ({ settings }) => settings.redact.map(({ name, pattern }) => `${name} ${pattern}`),
  show: listed,
};
const ASK_TIME: Compared<number> = {
  setting: "approval_timeout_minutes",
  read: ({ settings }) => settings.approvalTimeoutMinutes,
  show: minutes,
};
const CONFIRM_TIME: Compared<number> = {
  setting: "dangerous_timeout_minutes",
  read: ({ settings }) => settings.dangerousTimeoutMinutes,
  show: minutes,
};
const KEEP: Compared<number> = {
  setting: "audit_keep_days",
  read: ({ settings }) => settings.auditKeepDays,
  show: (days) => `${days} days`,
};

export function settingChanges(before: PolicyLayers, after: PolicyLayers): SettingChange[] {
  const compare = <T>({ setting, read, show, isLooser: loosens }: Compared<T>): SettingChange[] => {
    const [old, now] = [read(before), read(after)];
    if (show(old) === show(now)) return [];
    return [
      { setting, before: show(old), after: show(now), loosens: loosens?.(now, old) === true ? "yes" : "no" },
    ];
  };
  return [
    ...[MODE, MAX_MODE].flatMap(compare),
    ...[REVEAL, WISHES, REDACT].flatMap(compare),
    ...[ASK_TIME, CONFIRM_TIME, KEEP].flatMap(compare),
  ];
}
