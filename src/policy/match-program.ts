/** Is it this program? By name only where the name can be believed; by path only that very file. */
import { resolve } from "node:path/posix";
import { knownText } from "../core/word.ts";
import { either, globHitsTarget, globMatchesPath, type PathGlob } from "./path-glob.ts";
import type { ProgramPattern } from "./pattern.ts";
import type { Hit, Stance, Subject } from "./policy.ts";
import { matchesParts, partsOfWord, partsOverlap } from "./wildcard.ts";

export function matchProgram(pattern: ProgramPattern, subject: Subject, stance: Stance): Hit {
  const name = subject.command.argv[0];
  if (!name) return "no";
  if (knownText(name) === undefined && !subject.classified.program) {
    if (stance === "loosen") return "no";
    return pattern.kind === "path" || partsOverlap(pattern.parts, partsOfWord(name)) ? "maybe" : "no";
  }
  switch (pattern.kind) {
    case "name":
      return matchName(pattern, subject, stance);
    case "path":
      return stance === "tighten"
        ? either(matchFile(pattern.glob, subject, stance), runsFile(pattern.glob, subject))
        : matchFile(pattern.glob, subject, stance);
  }
}

function matchName(
  pattern: Extract<ProgramPattern, { kind: "name" }>,
  { classified, command }: Subject,
  stance: Stance,
): Hit {
  const program = classified.program;
  // A restricting rule believes any name: `./terraform` is blocked like `terraform`.
  if (stance === "loosen" && !program?.trusted) return "no";
  const written = program?.name ?? baseName(command.argv[0] ? (knownText(command.argv[0]) ?? "") : "");
  return matchesParts(pattern.parts, pattern.letterCase === "ignored" ? written.toLowerCase() : written)
    ? "yes"
    : "no";
}

function matchFile(glob: PathGlob, { classified, command }: Subject, stance: Stance): Hit {
  const first = command.argv[0];
  const written = classified.program?.text ?? (first ? knownText(first) : undefined);
  // A name without a slash is looked up on PATH: which file that is, is not known here.
  if (!written?.includes("/")) return "no";
  const hits = command.cwds.map((cwd): Hit => {
    if (cwd === null && !written.startsWith("/")) return "maybe";
    return globMatchesPath(glob, resolve(cwd ?? "/", written)) ? "yes" : "no";
  });
  if (stance === "loosen") return hits.every((hit) => hit === "yes") ? "yes" : "no";
  return hits.reduce<Hit>(either, "no");
}

/** `bash scripts/deploy.sh` runs the file as well. */
function runsFile(glob: PathGlob, { classified }: Subject): Hit {
  return classified.effects
    .filter((effect) => effect.kind === "execute" && effect.target?.kind === "path")
    .reduce<Hit>(
      (best, { target }) => either(best, target ? globHitsTarget(glob, target, "tighten") : "no"),
      "no",
    );
}

function baseName(text: string): string {
  return text.slice(text.lastIndexOf("/") + 1);
}
