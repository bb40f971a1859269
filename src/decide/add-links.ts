/** A link in the project may lead to a key: what a path leads to on disk counts as well as what it says. */
import type { Classified, Effect, Target } from "../core/effect.ts";
import type { Facts, Links } from "./facts.ts";

/** More paths or patterns than this in one command are not looked up, but asked. */
const MAX_PATHS = 256;
const MAX_PATTERNS = 16;

/** The folder of some process: whose, is known only when it runs. */
const ANY_FOLDER = /^\/proc\/[^/]+(?:\/task\/\d+)?\/cwd(?:\/|$)/;

type PathTarget = Extract<Target, { kind: "path" }>;

interface Lookups {
  readonly facts: Facts;
  readonly real: Map<string, string | undefined>;
  readonly links: Map<string, Links>;
}

export function linkEffects(classified: Classified, facts: Facts): Effect[] {
  const lookups: Lookups = { facts, real: new Map(), links: new Map() };
  const effects: Effect[] = [];
  // One path that cannot be known stands for all that were not looked up.
  const unknown = new Set<string>();
  for (const effect of classified.effects) {
    if (effect.target?.kind !== "path") continue;
    const { target } = effect;
    const ends = endsOf(target, lookups);
    if (ends.kind === "too-many") {
      const sort = `${effect.kind} ${effect.recursive === true}`;
      if (!unknown.has(sort))
        effects.push({ ...effect, target: { kind: "unknown-path", text: target.text } });
      unknown.add(sort);
      continue;
    }
    const further = readsTree(effect, classified) ? linksIn(target, lookups) : [];
    for (const { path, glob } of [...ends.ends, ...further]) {
      if (path !== target.path) effects.push({ ...effect, target: behind(target, path, glob) });
    }
  }
  return effects;
}

function behind({ kind, text, below }: PathTarget, path: string, glob: boolean): PathTarget {
  return { kind, path, text, glob, below };
}

/** Both readings of `link/..` count: by the text, as shells do, and by the disk, as programs do. */
function endsOf(target: PathTarget, lookups: Lookups): Links {
  const readings = target.raw === undefined ? [target.path] : [target.path, target.raw];
  const ends: { path: string; glob: boolean }[] = [];
  for (const reading of readings) {
    const found = target.glob ? linksOf(reading, lookups) : realOf(reading, lookups);
    if (found.kind === "too-many" || found.ends.some(({ path }) => ANY_FOLDER.test(path)))
      return { kind: "too-many" };
    ends.push(...found.ends);
  }
  return { kind: "links", ends };
}

function realOf(path: string, { facts, real }: Lookups): Links {
  if (!real.has(path)) {
    if (real.size >= MAX_PATHS) return { kind: "too-many" };
    real.set(path, facts.findRealPath(path));
  }
  const end = real.get(path);
  return { kind: "links", ends: end === undefined ? [] : [{ path: end, glob: false }] };
}

function linksOf(pattern: string, { facts, links }: Lookups): Links {
  const known = links.get(pattern);
  if (known !== undefined) return known;
  const found: Links = links.size >= MAX_PATTERNS ? { kind: "too-many" } : facts.findLinks(pattern);
  links.set(pattern, found);
  return found;
}

/** Deleting and changing stop at links; programs that only print names do not open what they name. */
function readsTree({ kind, target, recursive }: Effect, { printsPaths }: Classified): boolean {
  const below = recursive === true || (target?.kind === "path" && target.below);
  return below && !printsPaths && (kind === "read" || kind === "search");
}

/** The first level of a tree. What lies deeper is not looked at, so too many are no reason to ask. */
function linksIn(target: PathTarget, lookups: Lookups): readonly { path: string; glob: boolean }[] {
  if (target.glob) return [];
  const found = linksOf(`${target.raw ?? target.path}/*`, lookups);
  return found.kind === "links" ? found.ends : [];
}
