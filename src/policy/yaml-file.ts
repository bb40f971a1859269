/** YAML without its surprises: one document, no directives, no aliases, no tags, no duplicate keys, shallow; every value has a line. */
import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  LineCounter,
  parseAllDocuments,
  visit,
  type YAMLMap,
} from "yaml";
import type { Problem } from "./policy.ts";
import { findTextProblem, MAX_DEPTH } from "./yaml-bounds.ts";

export type DataPath = readonly (string | number)[];

export interface YamlFile {
  readonly kind: "data";
  readonly file: string;
  readonly data: unknown;
  /** The line of a value, or of a key in the map at that path. */
  lineOf(path: DataPath, key?: string): number;
}

export type YamlOutcome = YamlFile | { readonly kind: "refused"; readonly problems: readonly Problem[] };

const MAX_PROBLEMS = 20;
const MAX_MESSAGE = 200;

export function readYaml(file: string, text: string): YamlOutcome {
  const counter = new LineCounter();
  const lineAt = (offset: number | undefined): number => counter.linePos(offset ?? 0).line || 1;
  const refuse = (line: number, problem: string, fix: string): YamlOutcome => ({
    kind: "refused",
    problems: [{ file, line, problem, fix }],
  });
  const early = findTextProblem(text);
  if (early) return refuse(early.line, early.problem, early.fix);
  try {
    const documents = parseAllDocuments(text, {
      lineCounter: counter,
      strict: true,
      // Its own check compares each key with each: a large map would take minutes. See duplicateKeys.
      uniqueKeys: false,
      merge: false,
      prettyErrors: false,
      logLevel: "silent",
    });
    const [document, second] = documents;
    if (!document?.contents) return refuse(1, "the file is empty", "begin with `version: 1`");
    if (second)
      return refuse(
        lineAt(second.range[0]),
        "the file holds several documents",
        "keep one, without `---` lines",
      );
    if (document.directives?.yaml.explicit)
      return refuse(1, "directives (%YAML, %TAG) are not accepted", "leave the line out");
    const problems = problemsOf(document, file, lineAt);
    if (problems.length > 0) return { kind: "refused", problems: problems.slice(0, MAX_PROBLEMS) };
    return {
      kind: "data",
      file,
      data: document.toJS({ maxAliasCount: 0 }),
      lineOf: lineFinder(document, lineAt),
    };
  } catch (error) {
    return refuse(
      1,
      `the file cannot be read as YAML (${(error as Error).message.slice(0, 120)})`,
      "check its syntax",
    );
  }
}

function problemsOf(document: Document.Parsed, file: string, lineAt: (offset?: number) => number): Problem[] {
  const problems = [...document.errors, ...document.warnings].map(
    (error): Problem => ({
      file,
      line: lineAt(error.pos[0]),
      problem: sentence(error.message),
      ...fixFor(error.code),
    }),
  );
  visit(document, (_key, node, ancestors) => {
    if (!isNode(node)) return;
    if (isMap(node)) problems.push(...duplicateKeys(node, file, lineAt));
    const line = lineAt(node.range?.[0]);
    if (isAlias(node))
      problems.push({ file, line, problem: "aliases (*name) are not accepted", fix: "write it out" });
    else if (node.tag)
      problems.push({ file, line, problem: `the tag ${node.tag} is not accepted`, fix: "leave it out" });
    else if (node.anchor)
      problems.push({ file, line, problem: "anchors (&name) are not accepted", fix: "write it out" });
    if (ancestors.length > MAX_DEPTH * 2) {
      problems.push({ file, line, problem: `is nested deeper than ${MAX_DEPTH} levels`, fix: "flatten it" });
      return visit.BREAK;
    }
    return undefined;
  });
  return problems;
}

function duplicateKeys(map: YAMLMap, file: string, lineAt: (offset?: number) => number): Problem[] {
  const seen = new Set<string>();
  return map.items.flatMap(({ key }) => {
    if (!isScalar(key)) {
      const line = lineAt(isNode(key) ? key.range?.[0] : undefined);
      return [{ file, line, problem: "a field's name must be plain text", fix: "write `name: value`" }];
    }
    const name = String(key.value);
    if (!seen.has(name)) {
      seen.add(name);
      return [];
    }
    return [
      {
        file,
        line: lineAt(key.range?.[0]),
        problem: `the field "${name}" is there twice`,
        fix: "keep one of the two",
      },
    ];
  });
}

function fixFor(code: string): { readonly fix: string } {
  if (code === "TAG_RESOLVE_FAILED") return { fix: "leave the tag out" };
  if (code === "TAB_AS_INDENT") return { fix: "indent with blanks" };
  return { fix: "correct the YAML there; quote a pattern that begins with * or holds `: `" };
}

function sentence(message: string): string {
  const [first = ""] = message.split("\n", 1);
  return first.length > MAX_MESSAGE ? `${first.slice(0, MAX_MESSAGE)}…` : first.replace(/[.:]$/, "");
}

function lineFinder(document: Document.Parsed, lineAt: (offset?: number) => number): YamlFile["lineOf"] {
  return (path, key) => {
    for (let length = path.length; length >= 0; length--) {
      const node = document.getIn(path.slice(0, length), true);
      if (!isNode(node)) continue;
      if (key !== undefined && length === path.length && isMap(node)) {
        const pair = node.items.find((item) => isScalar(item.key) && item.key.value === key);
        if (isNode(pair?.key)) return lineAt(pair.key.range?.[0]);
      }
      return lineAt(node.range?.[0]);
    }
    return 1;
  };
}
