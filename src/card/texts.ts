/** The texts that would run, read when somebody looks: whole ones for comparing, cut ones for showing. */
import { basename } from "node:path";
import type { Checked } from "../decide/checked.ts";
import type { CheckResult } from "../decide/result.ts";
import type { RunText } from "../protocol/card-messages.ts";
import type { WholeText } from "./approved-texts.ts";
import type { CardTime } from "./card-time.ts";
import { countLineEnds, firstLines } from "./count-lines.ts";
import { inBytes } from "./count-words.ts";
import { makeRecipe } from "./make-recipe.ts";
import { findPackageScripts } from "./package-scripts.ts";
import { readPlainFile } from "./plain-file.ts";
import type { Source, Targets } from "./text-source.ts";
import { textSources } from "./text-sources.ts";

const MOST_TEXTS = 5;
/** A script may name hundreds of others. */
const MOST_TRIED = 20;
const MOST_CHARACTERS = 32 * 1024;
const MOST_LINES = 400;

/** Whole, for src/card/approved-texts.ts. What is not there, or is no text, is left out: the effects say that it is run. */
export async function readTexts(
  result: CheckResult,
  what: Checked,
  cwd: string,
  time: CardTime,
): Promise<WholeText[]> {
  const texts: WholeText[] = [];
  for (const source of textSources(result, what, cwd).slice(0, MOST_TRIED)) {
    if (texts.length >= MOST_TEXTS) break;
    const text = await readSource(source, time);
    if (text !== undefined) texts.push(text);
  }
  return texts;
}

async function readSource(source: Source, time: CardTime): Promise<WholeText | undefined> {
  switch (source.kind) {
    case "given":
      return { title: source.title, path: source.path, text: source.text };
    case "file":
      return readFile(source.title, source.path, time);
    case "package": {
      const found = await findPackageScripts(source.folder, source.names, time);
      const text = found?.scripts.map((script) => `${script.name}: ${script.text}`).join("\n");
      return found && text !== undefined ? { title: source.title, path: found.path, text } : undefined;
    }
    case "rules":
      return readRules(source.tool, source.files, source.targets, time);
  }
}

async function readFile(title: string, path: string, time: CardTime): Promise<WholeText | undefined> {
  const file = await readPlainFile(path, time);
  if (file.kind === "text") return { title, path, text: file.text };
  if (file.kind !== "too-long") return undefined;
  return { title: `${title} (${inBytes(file.bytes)}: too long to be shown)`, path, text: "" };
}

const RULES_TITLES: Readonly<Record<string, string>> = { just: "the justfile", rake: "the Rakefile" };

async function readRules(
  tool: string,
  files: readonly string[],
  targets: Targets,
  time: CardTime,
): Promise<WholeText | undefined> {
  for (const path of files) {
    const file = await readPlainFile(path, time);
    if (file.kind === "none") continue;
    const recipe =
      file.kind === "text" && targets !== "all" ? makeRecipe(file.text, targets, basename(path)) : undefined;
    if (recipe === undefined) return readFile(RULES_TITLES[tool] ?? "the Makefile", path, time);
    return {
      title: ["what", tool, ...(targets === "all" ? [] : targets), "runs"].join(" "),
      path,
      text: recipe,
    };
  }
  return undefined;
}

/** A card is not a pager. */
export function cutText(text: string): Pick<RunText, "text" | "leftOut"> {
  const head = firstLines(text, MOST_LINES).slice(0, MOST_CHARACTERS);
  if (head.length === text.length) return { text };
  // Half of a pair is no character.
  const shown = head.replace(/[\ud800-\udbff]$/, "");
  const lines = countLineEnds(text) - countLineEnds(shown);
  return { text: shown, leftOut: { characters: text.length - shown.length, lines } };
}
