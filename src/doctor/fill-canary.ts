/** Puts this machine's and this session's names into a canary's deeds. Pure. */
import type { Canary, Deed } from "./canary.ts";

/** What `{name}` stands for; undefined: it is not there, for the reason that `missing` tells. */
export type Values = Readonly<Record<string, string | undefined>>;

export type Filled =
  | { readonly kind: "filled"; readonly deeds: readonly Deed[] }
  | { readonly kind: "absent"; readonly missing: string };

export function fillCanary(canary: Canary, values: Values): Filled {
  const missing = canary.deeds
    .flatMap(textsOf)
    .flatMap((text) => namesIn(text))
    .find((name) => !values[name]);
  if (missing !== undefined) return { kind: "absent", missing };
  return { kind: "filled", deeds: canary.deeds.map((deed) => fillDeed(deed, values)) };
}

const NAME = /\{([a-z-]+)\}/g;

function namesIn(text: string): string[] {
  return [...text.matchAll(NAME)].map(([, name = ""]) => name);
}

function textsOf(deed: Deed): readonly string[] {
  switch (deed.kind) {
    case "exec":
      return [...deed.argv, deed.script ?? ""];
    case "line":
      return [deed.line];
    case "open":
      return [deed.path];
    case "call":
      return [deed.object];
  }
}

function fillDeed(deed: Deed, values: Values): Deed {
  const fill = (text: string) => text.replace(NAME, (_, name: string) => values[name] ?? "");
  switch (deed.kind) {
    case "exec": {
      const script = deed.script === undefined ? {} : { script: fill(deed.script) };
      return { kind: "exec", argv: deed.argv.map(fill), ...script };
    }
    case "line":
      return { kind: "line", line: fill(deed.line) };
    case "open":
      return { ...deed, path: fill(deed.path) };
    case "call":
      return { ...deed, object: fill(deed.object) };
  }
}
