/** Does a name say that its value is a secret? `DB_PASSWORD`, `apiKey`, `x-auth-token` do; `TOKEN_COUNT`, `KEY`, `MONKEY` do not. */
import type { SecretNames } from "./redaction-data.ts";

export type IsSecretName = (name: string) => boolean;

export function createIsSecretName(names: SecretNames): IsSecretName {
  const last = new Set(names.last);
  const lastOfMore = new Set(names.lastOfMore);
  const notBehind = new Set(names.notBehind);
  const notFirst = new Set(names.notFirst);
  return (name) => {
    // What is longer is no name.
    if (name.length > MAX_NAME) return false;
    const parts = partsOf(name);
    const end = parts.at(-1)?.replace(/\d+$/, "") ?? "";
    if (!last.has(end) && !lastOfMore.has(end) && !names.ends.some((ending) => end.endsWith(ending)))
      return false;
    if (parts.length === 1) return !lastOfMore.has(end);
    return !(notFirst.has(parts[0] ?? "") || notBehind.has(parts.at(-2) ?? ""));
  };
}

const MAX_NAME = 100;

function partsOf(name: string): readonly string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split(/[_.-]+/)
    .filter((part) => part !== "");
}
