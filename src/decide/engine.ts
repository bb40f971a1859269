/**
 * The pipeline: parse -> classify -> floor, rules, grants, mode -> one explained ruling for the line.
 * It reads nothing from disk and asks nobody; a failure on the way ends in a ruling that does not allow.
 */
import { classify } from "../classify/classify.ts";
import type { Knowledge } from "../classify/knowledge.ts";
import type { KnownAgents } from "../core/agent.ts";
import type { Command, Doubt } from "../core/command.ts";
import type { Classified } from "../core/effect.ts";
import type { Mode, Ruled } from "../core/ruling.ts";
import type { Granted } from "../mode/mode.ts";
import { parseBounded, voteBounded } from "../parse/parse-bounded.ts";
import { capMode } from "../policy/cap-mode.ts";
import type { PolicyLayers } from "../policy/policy.ts";
import { addFacts } from "./add-facts.ts";
import { createAgentTexts, isProven, unwrapChecked } from "./agent-text.ts";
import { type CheckInput, readChecked, shownLine } from "./checked.ts";
import { expandCommands } from "./expand.ts";
import { addDoubt, type ExpandPorts, type Expansion, giveTurn, isTimeOver, isTurnOver } from "./expansion.ts";
import { type Facts, NO_FACTS } from "./facts.ts";
import { askOnce } from "./facts-once.ts";
import { type AskableRuling, type JudgePorts, judgeByFloor, judgeCommand } from "./judge-command.ts";
import { judgeDoubt } from "./judge-doubt.ts";
import type { Judged } from "./judged.ts";
import { createMemory } from "./memory.ts";
import { NO_POLICY } from "./no-policy.ts";
import type { CheckResult } from "./result.ts";
import { startStopwatch } from "./stopwatch.ts";
import { summarise, type Verdicts } from "./summarise.ts";

export interface EngineOptions {
  readonly home: string;
  readonly knowledge: Knowledge;
  readonly project?: string;
  readonly mode?: Mode;
  readonly layers?: PolicyLayers;
  readonly facts?: Facts;
  /** What agents put around a line. */
  readonly agents?: Pick<KnownAgents, "wrappers" | "texts">;
  /** guard's own folders beyond the well-known ones, and its program. */
  readonly guardOwned?: readonly string[];
  readonly guardProgram?: string;
  /** The session's links to programs: running one is running the program. */
  readonly shims?: string;
  /** With the exec gate a program whose name is unknown is judged when it starts. */
  readonly gate?: "on" | "off";
  /** Grants come and go: with this, nothing is remembered. */
  findGrant?(judged: Judged, ruled: Ruled | undefined): Granted | undefined;
}

export type { Checked, CheckInput } from "./checked.ts";

export interface Engine {
  check(input: CheckInput): Promise<CheckResult>;
}

export function createEngine(options: EngineOptions): Engine {
  const { facts: disk = NO_FACTS, mode: startMode = "default" } = options;
  // Whoever asks, and whatever was chosen before the policy changed.
  const { maxMode } = (options.layers ?? NO_POLICY).settings;
  const memory = options.findGrant ? undefined : createMemory(disk);
  const judgeOn = createJudge(options);
  const findText = createAgentTexts(options.agents?.texts ?? [], options.home);
  const checkPlain = (asked: CheckInput): Promise<CheckResult> => {
    const input = { ...asked, mode: capMode(asked.mode ?? startMode, maxMode) };
    return memory ? memory.check(input, (facts) => judgeOn(facts, input)) : judgeOn(disk, input);
  };
  return {
    async check(asked) {
      const unwrapped = unwrapChecked(asked.what, findText);
      if (unwrapped === undefined) return checkPlain(asked);
      const { agent, line, own, proof, whole } = unwrapped.found;
      if (proof && !isProven(proof, await checkPlain({ ...asked, what: { kind: "line", line: proof.text } })))
        return checkPlain(asked);
      return {
        ...(await checkPlain({ ...asked, what: unwrapped.what })),
        wrapper: { agent, line, own, ...(whole ? { whole } : {}) },
      };
    },
  };
}

/** For the facts of one check. */
function createJudge(options: EngineOptions) {
  const context = {
    home: options.home,
    ...(options.project === undefined ? {} : { project: options.project }),
    ...(options.shims === undefined ? {} : { shims: options.shims }),
    ...(options.guardProgram === undefined ? {} : { guard: `${options.guardProgram}/bin/guard` }),
  };
  const classifyPlain = (command: Command): Classified => classify(command, options.knowledge, context);
  const { home, project, layers = NO_POLICY, gate = "off", guardProgram } = options;
  const agents = options.agents?.wrappers ?? [];
  const places = { home, guardOwned: guardFolders(options), guardProgram };
  return (disk: Facts, input: CheckInput & { readonly mode: Mode }): Promise<CheckResult> => {
    const facts = askOnce(disk);
    const classifyHere = (command: Command) => addFacts(command, classifyPlain(command), facts);
    return checkLine(
      input,
      { home, agents, facts, parse: parseBounded, classify: classifyHere },
      {
        layers,
        places,
        project,
        gate,
        findGrant: (judged, ruled) => options.findGrant?.(judged, ruled),
        redirectEffects: ({ command }) => classifyHere({ ...command, argv: [], assignments: [] }).effects,
      },
    );
  };
}

function guardFolders({ home, guardOwned = [] }: EngineOptions): string[] {
  return ["/etc/guard", `${home}/.config/guard`, `${home}/.local/state/guard`, ...guardOwned];
}

/** For everything after the parse, which has a bound of its own. */
const LIMIT_MS = 250;
const SCRIPT_LIMIT_MS = 1_500;

async function checkLine(
  input: CheckInput & { readonly mode: Mode },
  expandPorts: ExpandPorts,
  judgePorts: JudgePorts,
): Promise<CheckResult> {
  const { mode } = input;
  const lastPauseMs = performance.now();
  const line = shownLine(input.what);
  try {
    const read = await readChecked(input, line, expandPorts);
    if (read.kind === "unparsable") return unparsable(line, read.reason, mode, judgePorts);
    const { commands, doubts, texts, source } = read;
    const expansion: Expansion = {
      items: [],
      doubts: [...doubts],
      texts: [...texts],
      stopwatch: startStopwatch(input.what.kind === "script" ? SCRIPT_LIMIT_MS : LIMIT_MS),
      lastPauseMs,
    };
    await expandCommands(commands, { depth: 0, source }, expansion, expandPorts);
    const result = await judgeAll(line, expansion, mode, judgePorts);
    const objection = result.ruling === "allow" ? await findObjection(expansion) : undefined;
    return objection === undefined ? result : unparsable(line, objection, mode, judgePorts);
  } catch (error) {
    const reason = error instanceof Error ? error.message : "unknown error";
    return unparsable(line, `could not be judged: ${reason}`, mode, judgePorts);
  }
}

async function judgeAll(
  line: string,
  expansion: Expansion,
  mode: Mode,
  ports: JudgePorts,
): Promise<CheckResult> {
  const rulings = new Map<Judged, AskableRuling>();
  for (const judged of expansion.items) {
    if (isTurnOver(expansion)) await giveTurn(expansion);
    // What is denied so far stays denied.
    if (isTimeOver(expansion)) {
      addDoubt(expansion, judged.command, "unparsable", lineProblem("takes too long to judge"));
      break;
    }
    const floor = judgeByFloor(judged, ports);
    if (isTurnOver(expansion)) await giveTurn(expansion);
    // A script's commands come after the command that names the script.
    const task = judged.task && rulings.get(judged.task);
    rulings.set(judged, floor ?? judgeCommand(judged, mode, ports, task));
  }
  const commands = [...rulings].map(([judged, ruled]) => ({ judged, ruled }));
  const doubts = expansion.doubts.map((doubt) => ({ doubt, ruled: judgeDoubt(doubt, mode, ports.layers) }));
  return summarise(line, { commands, doubts }, expansion.wrapper);
}

const MAX_VOTES = 16;

/** Nothing beyond plain words, quotes, pipes and lists is allowed on one parser's word. */
async function findObjection({ texts }: Expansion): Promise<string | undefined> {
  if (texts.length > MAX_VOTES) return "holds more nested text than two parsers can check";
  for (const { text, dialect } of texts) {
    // The second parser does not know fish.
    if (dialect === "fish") return "is fish text beyond plain words, quotes, pipes and lists";
    const vote = await voteBounded(text, dialect);
    if (vote.kind === "rejects") return `is read differently by a second parser: ${vote.reason}`;
  }
  return undefined;
}

function unparsable(line: string, reason: string, mode: Mode, ports: JudgePorts): CheckResult {
  const doubt: Doubt = { kind: "unparsable", because: lineProblem(reason), pos: 0, end: line.length };
  const verdicts: Verdicts = {
    commands: [],
    doubts: [{ doubt, ruled: judgeDoubt(doubt, mode, ports.layers) }],
  };
  return summarise(line, verdicts);
}

/** Reasons are either what the line does ("holds a control character") or what is wrong in it ("a quote has no end"). */
function lineProblem(reason: string): string {
  const aboutLine = /^(?:is|has|holds|begins|makes|becomes|takes|could)\b/.test(reason);
  return aboutLine ? `the line ${reason}` : `the line cannot be read: ${reason}`;
}
