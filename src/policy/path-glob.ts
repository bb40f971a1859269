/** Globs over absolute paths: `*` within one name, `**` over any folders, a name without slash in any folder. */
import { join, normalize } from "node:path/posix";
import type { Target } from "../core/effect.ts";
import type { Hit, Stance } from "./policy.ts";
import { matchesParts, type Parts, partsOverlap } from "./wildcard.ts";

type Segment = "**" | Parts;

export interface PathGlob {
  readonly kind: "path-glob";
  readonly segments: readonly Segment[];
  readonly text: string;
}

/** What relative paths and `~` in a policy file stand for. */
export interface GlobBase {
  readonly projectRoot: string;
  readonly home: string;
}

export function parsePathGlob(
  text: string,
  base: GlobBase,
): PathGlob | { readonly kind: "bad"; readonly problem: string; readonly fix: string } {
  if (/[\p{Cc}$`"']/u.test(text) || text.trim() === "") {
    return {
      kind: "bad",
      problem: `the path ${JSON.stringify(text)} is empty or holds quotes, variables or control characters`,
      fix: "write a plain path; ~ is the home folder, a relative path starts at the project's root",
    };
  }
  return { kind: "path-glob", segments: toSegments(absolute(text, base)), text };
}

function absolute(text: string, { projectRoot, home }: GlobBase): string {
  if (text === "~" || text.startsWith("~/")) return normalize(home + text.slice(1));
  if (text.startsWith("/")) return normalize(text);
  if (text.startsWith("**/")) return `/${normalize(text)}`;
  return text.includes("/") ? join(projectRoot, text) : `/**/${text}`;
}

function toSegments(path: string): Segment[] {
  return path
    .split("/")
    .filter((name) => name !== "")
    .map((name) => (name === "**" ? "**" : name.split(/\*+/)));
}

/** One exact path, e.g. of a script or a working folder. */
export function globMatchesPath(glob: PathGlob, path: string): boolean {
  const names = namesOf(path).map((name) => [name]);
  return (
    walk(glob.segments, names, (pattern, name) => (matchesParts(pattern, name[0] ?? "") ? "yes" : "no")) ===
    "yes"
  );
}

export function globHitsTarget(glob: PathGlob, target: Target, stance: Stance): Hit {
  if (target.kind === "unknown-path") return stance === "tighten" ? "maybe" : "no";
  if (target.kind !== "path") return "no";
  // Braces and extended globs may hold slashes: nothing certain can be said.
  if (target.glob && /[{(]/.test(target.path)) return stance === "tighten" ? "maybe" : "no";
  const names = namesOf(target.path);
  const hit = target.glob
    ? walk(glob.segments, names.map(wildName), hitOfWildName)
    : walk(
        glob.segments,
        names.map((name) => [name]),
        (pattern, name) => (matchesParts(pattern, name[0] ?? "") ? "yes" : "no"),
      );
  if (!target.below) return hit;
  if (stance === "loosen") return glob.segments.at(-1) === "**" ? hit : "no";
  return hit !== "yes" && liesBelow(glob.segments, names) ? "yes" : hit;
}

/** `rm -r /srv` reaches `/srv/prod/**`. A name in any folder (`*.pem`) looks only at paths that are named. */
function liesBelow(segments: readonly Segment[], names: readonly string[]): boolean {
  return names.every((name, at) => {
    const segment = segments[at];
    return segment !== undefined && segment !== "**" && matchesParts(segment, name);
  });
}

function namesOf(path: string): string[] {
  return path.split("/").filter((name) => name !== "");
}

function wildName(name: string): Parts {
  const first = name.search(/[*?[]/);
  if (first < 0) return [name];
  const last = Math.max(name.lastIndexOf("*"), name.lastIndexOf("?"), name.lastIndexOf("]"), first);
  return [name.slice(0, first), name.slice(last + 1)];
}

function hitOfWildName(pattern: Parts, name: Parts): Hit {
  if (name.length === 1) return matchesParts(pattern, name[0] ?? "") ? "yes" : "no";
  // A bare `*` in the pattern covers whatever one name the shell finds; older shells let `.*` find `..`.
  if (pattern.join("") === "") return name[0]?.startsWith(".") ? "maybe" : "yes";
  return partsOverlap(pattern, name) ? "maybe" : "no";
}

function walk(
  segments: readonly Segment[],
  names: readonly Parts[],
  match: (p: Parts, n: Parts) => Hit,
): Hit {
  let row: Hit[] = endRow(segments);
  for (let at = names.length - 1; at >= 0; at--) {
    const name = names[at] ?? [""];
    const next: Hit[] = new Array(segments.length + 1).fill("no");
    for (let s = segments.length - 1; s >= 0; s--) {
      const segment = segments[s] ?? "**";
      next[s] =
        segment === "**"
          ? either(next[s + 1], coverDots(row[s], name))
          : both(match(segment, name), row[s + 1]);
    }
    row = next;
  }
  return row[0] ?? "no";
}

function coverDots(hit: Hit | undefined, name: Parts): Hit {
  return name.length > 1 && name[0]?.startsWith(".") ? both("maybe", hit) : (hit ?? "no");
}

function endRow(segments: readonly Segment[]): Hit[] {
  const row: Hit[] = new Array(segments.length + 1).fill("no");
  row[segments.length] = "yes";
  for (let s = segments.length - 1; s >= 0 && segments[s] === "**"; s--) row[s] = "yes";
  return row;
}

const ORDER: readonly Hit[] = ["no", "maybe", "yes"];

export function either(a: Hit | undefined, b: Hit | undefined): Hit {
  return ORDER[Math.max(ORDER.indexOf(a ?? "no"), ORDER.indexOf(b ?? "no"))] ?? "no";
}

export function both(a: Hit | undefined, b: Hit | undefined): Hit {
  return ORDER[Math.min(ORDER.indexOf(a ?? "no"), ORDER.indexOf(b ?? "no"))] ?? "no";
}
