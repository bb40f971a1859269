/**
 * Tells what one simple command does: effects, and the commands it starts in turn.
 * It must never run, read or look up anything, never throw, and never say less than it knows:
 * what it does not understand is `execute`.
 */
import type { Command } from "../core/command.ts";
import { type Classified, type Effect, type Program, QUIET_KINDS } from "../core/effect.ts";
import { displayText, type Word } from "../core/word.ts";
import { assignmentEffects } from "./assignments.ts";
import { add, type Findings, noFindings } from "./findings.ts";
import { judge } from "./judge.ts";
import type { Knowledge } from "./knowledge.ts";
import { targetsOf } from "./paths.ts";
import { programOf } from "./program.ts";
import { redirectEffects } from "./redirects.ts";
import type { Context } from "./scene.ts";
import { noSplitting } from "./splitting.ts";

export function classify(command: Command, knowledge: Knowledge, context: Context): Classified {
  const findings = noFindings();
  const [first] = command.argv;
  const program = first === undefined ? undefined : programOf(first, context);
  if (first !== undefined) {
    if (program === undefined) {
      add(findings, "execute", "the program name cannot be known before it runs", {
        kind: "thing",
        text: displayText(first),
      });
    } else {
      judgeProgram(command, first, program, knowledge, context, findings);
    }
  }
  for (const assignment of command.assignments) {
    findings.effects.push(...assignmentEffects(assignment, knowledge.variables, context));
  }
  for (const redirect of command.redirects) {
    findings.effects.push(...redirectEffects(redirect, command.cwds, context, knowledge.variables));
  }
  return summary(program, findings);
}

function judgeProgram(
  command: Command,
  word: Word,
  program: Program,
  knowledge: Knowledge,
  context: Context,
  findings: Findings,
): void {
  const spec = knowledge.spec(program.name);
  if (!program.trusted) {
    const because = "it is run from a folder that is not one of the system's";
    for (const target of targetsOf(word, { cwds: command.cwds, home: context.home, below: false })) {
      add(findings, "execute", because, target);
    }
  }
  if (spec === undefined) {
    if (program.trusted) {
      add(findings, "execute", `${program.name} is not in the knowledge base`, {
        kind: "thing",
        text: program.name,
      });
    }
    return;
  }
  const scene = {
    findings,
    variables: knowledge.variables,
    context,
    program: program.name,
    label: program.name,
    cwds: command.cwds,
    recursive: false,
    argvPrefix: [],
    takesStdin: false,
    splitting: noSplitting(),
    named: [],
    formLost: false,
    code: new Map(),
    words: new Set<string>(),
    roots: [],
  };
  judge(scene, spec, command.argv, 1);
  if (scene.cwds !== command.cwds) findings.folders = scene.cwds;
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** Filled in field by field: this runs for every command, and copying objects is what costs most. */
function summary(program: Program | undefined, findings: Findings): Classified {
  const { effects, runs, folders, can, known, instead, prints } = findings;
  const classified: Writable<Classified> = { effects, runs, printsPaths: prints?.kind === "paths" };
  if (program !== undefined) classified.program = program;
  if (folders !== undefined) classified.folders = folders;
  if (can !== undefined && can.length > 0 && !effects.every(isQuiet)) classified.confirm = { can };
  if (known !== undefined) classified.known = known;
  if (instead !== undefined) classified.instead = instead;
  if (prints !== undefined && program?.trusted === true) classified.prints = prints;
  return classified;
}

function isQuiet(effect: Effect): boolean {
  return QUIET_KINDS.has(effect.kind);
}
