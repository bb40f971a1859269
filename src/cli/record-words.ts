/** The record's short words, in sentences. What another version of guard wrote is shown as it stands. */
import type { StoredVerdict } from "../history/stored-record.ts";

export function deciderWords(record: StoredVerdict): string {
  const { verdict, decided_by, rule, mode, person } = record;
  const did = verdict === "allow" ? "allowed" : "denied";
  const by = `[rule ${rule}]`;
  switch (decided_by) {
    case "rule":
      return `by rule ${rule}`;
    case "mode":
      return `by mode ${mode}, as no rule spoke ${by}`;
    case "grant":
      return `by an answer that a person had given before ${by}`;
    case "lease":
      return `as a part of a line that was ${did} before ${by}`;
    case "person":
      return `${person ?? "a person"} ${did} it ${by}`;
    case "timeout":
      return `nobody answered in time, so it was ${did} ${by}`;
    case "error":
      return `something failed, so it was ${did} ${by}`;
    case "root":
      return "it is what the user started with guard run";
    case "startup":
      return `as a command with which shell or agent starts ${by}`;
    case "asker":
      return `the asker gave up waiting, so it was ${did} ${by}`;
    case "loop":
      return `it was tried again and again after a denial, so it was ${did} ${by}`;
    default:
      return `by ${String(decided_by)} ${by}`;
  }
}

const LAYERS: ReadonlyMap<string, string> = new Map([
  ["floor", "the floor"],
  ["org", "the organisation's rules"],
  ["user", "the user's rules"],
  ["project", "the project's rules"],
  ["mode", "the mode"],
  ["grant", "an earlier answer"],
  ["grants", "an earlier answer"],
  ["settings", "the settings"],
]);

/** `user:ask:user.no-push` */
export function rulingWords(ruling: string): string {
  const [layer = "", said = "", ...rule] = ruling.split(":");
  if (said === "" || rule.length === 0) return ruling;
  return `${LAYERS.get(layer) ?? layer}: ${said} (${rule.join(":")})`;
}

const EFFECTS: ReadonlyMap<string, string> = new Map([
  ["read", "read"],
  ["list", "list"],
  ["search", "search"],
  ["write", "write"],
  ["delete", "delete"],
  ["execute", "run"],
  ["network", "reach"],
  ["privilege", "get the rights of"],
  ["tamper", "tamper with"],
]);

/** `write:/path` */
export function effectWords(effect: string): string {
  const at = effect.indexOf(":");
  const verb = EFFECTS.get(at < 0 ? effect : effect.slice(0, at));
  if (verb === undefined) return effect;
  const target = at < 0 ? "" : effect.slice(at + 1);
  return target === "" ? `${verb} something` : `${verb} ${target}`;
}
