/**
 * One command's effects as keys: kind and target, without the way it is written. A key that cannot be told is left out; two
 * commands with the same key want the same as far as a person cares. What a target alone does not tell (a script, a remote) has
 * the command's plain words besides, so that `git push origin main` is not `git fetch origin`.
 */
import { type Effect, type EffectKind, QUIET_KINDS, type Target } from "../core/effect.ts";
import { sha256 } from "../core/sha256.ts";

/** The part of a judged command that is looked at. */
export interface IntendedCommand {
  readonly ruling: string;
  readonly effects: readonly Effect[];
  /** Program first, as text. Left out: targets stand alone. */
  readonly argv?: readonly string[];
  /** The rule names another way: whoever goes it obeys. */
  readonly instead?: string;
}

export interface IntentKey {
  readonly key: string;
  readonly kind: EffectKind;
  /** The target, for people. */
  readonly words: string;
}

/** What matters most to a person first. */
export const WEIGHT: readonly EffectKind[] = [
  "tamper",
  "privilege",
  "delete",
  "execute",
  "network",
  "write",
  "read",
];

/** Empty: what it would do cannot be told. Its worst effect must have a target: `git push` with a redirection is no write. */
export function keysOf(command: IntendedCommand): IntentKey[] {
  const loud = command.effects.filter(({ kind }) => !QUIET_KINDS.has(kind));
  const effects = loud.length > 0 ? loud : command.effects;
  const isSetting = ({ target }: Effect) => target?.kind === "variable";
  // `CI=1 npm test` is about the test.
  const about = effects.every(isSetting) ? effects : effects.filter((effect) => !isSetting(effect));
  const keys = about.flatMap((effect) => keyOf(effect, command.argv ?? []) ?? []);
  const worst = WEIGHT.find((kind) => about.some((effect) => effect.kind === kind));
  return loud.length === 0 || keys.some(({ kind }) => kind === worst) ? keys : [];
}

function keyOf({ kind, target }: Effect, argv: readonly string[]): IntentKey | undefined {
  const told = target === undefined ? undefined : tell(kind, target, argv);
  if (told === undefined) return undefined;
  // To look for a text in a file shows it as well as reading does.
  const wants = QUIET_KINDS.has(kind) ? "read" : kind;
  const [about, words] = told;
  const key = `${wants} ${about}`;
  return { key: key.length > MAX_KEY ? sha256(key) : key, kind: wants, words };
}

/** Longer ones are kept as a hash: paths and words are the agent's, the memory is ours. */
const MAX_KEY = 200;

type Told = readonly [about: string, words: string];

function tell(kind: EffectKind, target: Target, argv: readonly string[]): Told | undefined {
  switch (target.kind) {
    case "path":
      return tellPath(kind, target, argv);
    case "host":
      return tellHost(target.text, argv);
    case "thing":
      return tellThing(kind, target.text, argv);
    case "process":
    case "variable":
      return [`${target.kind} ${target.text}`, target.text];
    case "unknown-path":
    case "code":
      return undefined;
  }
}

function tellThing(kind: EffectKind, text: string, argv: readonly string[]): Told | undefined {
  const about = kind === "execute" ? withWords(text, argv, text) : text;
  return about === undefined ? undefined : [`thing ${about}`, text];
}

/** Another file each time: `<(…)`. */
const PASSING = /^\/(?:dev\/fd|proc\/(?:self|\d+)\/fd)(?:\/|$)/;

function tellPath(
  kind: EffectKind,
  { path, text }: Target & { readonly kind: "path" },
  argv: readonly string[],
): Told | undefined {
  if (PASSING.test(path)) return undefined;
  // To empty a folder and to delete it is one wish.
  const bare = withoutEnds(path, kind === "delete" ? ["/", "/*", "/**"] : ["/"]) || "/";
  const written = withoutEnds(text.replace(/^(?:\.\/)+/, ""), ["/"]);
  const words = written !== "" && bare.endsWith(`/${written}`) ? written : bare;
  const about = kind === "execute" ? withWords(bare, argv, text) : bare;
  return about === undefined ? undefined : [`path ${about}`, words];
}

/** No regular expression: on a long text of slashes it would take seconds. */
function withoutEnds(text: string, ends: readonly string[]): string {
  for (let rest = text; ; ) {
    const end = ends.find((one) => rest.endsWith(one));
    if (end === undefined) return rest;
    rest = rest.slice(0, -end.length);
  }
}

const ADDRESS = /^(?:[a-z][a-z0-9+.-]*:\/\/|(?=[^/.]+\.[^/]*\/))(?:[^/@]*@)?(\[[^\]]*\]|[^/:?#]+)([^?#]*)/i;
const THIS_MACHINE = /^(?:localhost|127\.[\d.]+|\[::1\]|0\.0\.0\.0)$/;

/** A fetcher's host is enough: it is tried by http, by another path, to another file. A remote with a sub-command is not. */
function tellHost(text: string, argv: readonly string[]): Told | undefined {
  const [, rawHost, rest = ""] = ADDRESS.exec(text) ?? [];
  if (rawHost === undefined || hasSubCommand(argv, text)) {
    const about = withWords(text, argv, "");
    return about === undefined ? undefined : [`host ${about}`, text];
  }
  const host = rawHost.toLowerCase();
  // On this machine the port and the path tell who answers.
  return THIS_MACHINE.test(host) ? [`host ${host}${rest}`, `${host}${rest}`] : [`host ${host}`, host];
}

function hasSubCommand([, first]: readonly string[], target: string): boolean {
  return first !== undefined && first !== target && !first.startsWith("-");
}

const MAX_ARGV = 8_192;

/** With the words behind the target, without options; all behind the program's name where the target is no word of its own. */
function withWords(about: string, argv: readonly string[], target: string): string | undefined {
  if (argv.reduce((length, word) => length + word.length, argv.length) > MAX_ARGV) return undefined;
  const at = argv.indexOf(target);
  const plain = argv.slice(at === -1 ? 1 : at + 1).filter((word) => !word.startsWith("-"));
  return [about, ...plain.map((word) => JSON.stringify(word))].join(" ");
}
