/** Files of knowledge -> one KnowledgeData, plus every example for the tests. Pure: the texts come from the caller. */
import { basename } from "node:path";
import type { KnowledgeData, SpecData, VariablesData } from "../classify/knowledge-data.ts";
import { compileSpec } from "./compile-spec.ts";
import { programsFile, type SpecSource, type VariablesSource, variablesFile } from "./knowledge-schema.ts";
import { namesOf } from "./option-rows.ts";
import { type Problem, pathText } from "./problem.ts";
import { readSource } from "./read-source.ts";

export interface SourceFile {
  readonly file: string;
  readonly text: string;
}

export interface Example {
  readonly file: string;
  readonly program: string;
  readonly line: string;
  readonly effects: string;
}

export interface Compiled {
  readonly data: KnowledgeData;
  readonly examples: readonly Example[];
  readonly problems: readonly Problem[];
}

const NO_VARIABLES: VariablesData = {
  dangerous: [],
  harmless: [],
  integers: [],
  printable: [],
  secretWords: [],
};

interface Work {
  readonly programs: (readonly [readonly string[], SpecData])[];
  readonly problems: Problem[];
  readonly examples: Example[];
  /** Program -> the file that has it. */
  readonly definedIn: Map<string, string>;
}

export function compileFiles(files: readonly SourceFile[]): Compiled {
  const work: Work = { programs: [], problems: [], examples: [], definedIn: new Map() };
  let variables = NO_VARIABLES;
  for (const file of files) {
    if (basename(file.file) === "variables.yaml") variables = addVariables(work, file);
    else addPrograms(work, file);
  }
  const { programs, problems, examples } = work;
  return { data: { version: 1, programs, variables }, examples, problems };
}

function addVariables(work: Work, { file, text }: SourceFile): VariablesData {
  const source = readSource(file, text, variablesFile);
  if (source.kind === "source") return compileVariables(source.value);
  work.problems.push(...source.problems);
  return NO_VARIABLES;
}

function addPrograms(work: Work, { file, text }: SourceFile): void {
  const source = readSource(file, text, programsFile);
  if (source.kind === "wrong") {
    work.problems.push(...source.problems);
    return;
  }
  const complain = (path: readonly PropertyKey[], message: string): void => {
    work.problems.push({ file, line: source.lineOf(path), message: `${pathText(path)}: ${message}` });
  };
  for (const [key, entry] of Object.entries(source.value)) {
    const names = key.split("|").map((name) => name.trim());
    for (const name of names) claimName(work, name, file, (message) => complain([key], message));
    work.programs.push([names, compileSpec(entry, [key], complain)]);
    collectExamples(entry, file, names[0] ?? key, work.examples);
  }
}

function claimName(work: Work, name: string, file: string, complain: (message: string) => void): void {
  if (name === "" || /\s/u.test(name)) complain(`"${name}" is no program name: separate names by |`);
  const earlier = work.definedIn.get(name);
  if (earlier !== undefined) complain(`program ${name} is defined twice (also in ${earlier}): keep one`);
  work.definedIn.set(name, file);
}

function collectExamples(source: SpecSource, file: string, program: string, into: Example[]): void {
  for (const [line, effects] of Object.entries(source.examples ?? {}))
    into.push({ file, program, line, effects });
  for (const child of Object.values(source.subcommands ?? {})) collectExamples(child, file, program, into);
  if (source.otherwise !== undefined) collectExamples(source.otherwise, file, program, into);
}

function compileVariables(source: VariablesSource): VariablesData {
  return {
    dangerous: Object.values(source.dangerous).map((group) => ({
      effect: group.effect,
      reason: group.reason,
      names: namesOf(group.names),
      harmlessValues: group.harmlessValues ?? [],
    })),
    harmless: Object.values(source.harmless).flatMap((group) => namesOf(group.names)),
    integers: namesOf(source.integers ?? ""),
    printable: namesOf(source.printable),
    secretWords: namesOf(source.secretWords),
  };
}
