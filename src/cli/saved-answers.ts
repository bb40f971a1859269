/** Answers for good: the rules that they left in the user's and in projects' files. Needs no running session. */
import { loadKnowledge } from "../classify/load-knowledge.ts";
import type { ApprovedRule } from "../policy/approved-rules.ts";
import type { SavedLayer } from "../policy/check-draft.ts";
import { type Places, placesFor } from "../policy/find.ts";
import { formatProblem } from "../policy/policy.ts";
import { isNamed } from "../policy/presence.ts";
import type { RemoveOutcome, SaveTarget } from "../policy/save-rule.ts";

/** All rules of one answer, in one file. */
export interface SavedAnswer {
  readonly id: string;
  readonly layer: SavedLayer;
  readonly file: string;
  /** An untrusted file's rules do not count. */
  readonly standing: "trusted" | "untrusted";
  readonly rules: readonly ApprovedRule[];
  readonly target: SaveTarget;
}

export interface SavedAnswers {
  readonly answers: readonly SavedAnswer[];
  readonly problems: readonly string[];
}

const NONE: SavedAnswers = { answers: [], problems: [] };

/** Those of the user's file, then those of these folders' projects. yaml and zod are loaded only when there is a file. */
export async function listSaved(cwds: readonly string[], env: NodeJS.ProcessEnv): Promise<SavedAnswers> {
  const places = new Map(cwds.map((cwd) => placesFor(cwd, env)).map((one) => [one.projectRoot, one]));
  const targets = targetsIn([...places.values()]);
  const { fileOf, listRules } = await import("../policy/save-rule.ts");
  const wanted = targets.filter(({ layer, places: at }) => isNamed(fileOf({ layer, input: { places: at } })));
  if (wanted.length === 0) return NONE;
  const loaded = loadKnowledge();
  if (loaded.kind === "unusable") return { answers: [], problems: [loaded.reason] };
  const { loadInput } = await import("../engine/load-layers.ts");
  const lists: SavedAnswers[] = [];
  for (const { layer, places: at } of wanted) {
    const target: SaveTarget = { layer, input: loadInput(at, loaded.knowledge) };
    const outcome = await listRules(target);
    lists.push(
      outcome.kind === "listed"
        ? { answers: answersOf(outcome.rules, { ...outcome, target }), problems: [] }
        : { answers: [], problems: brokenTexts(outcome) },
    );
  }
  return {
    answers: lists.flatMap(({ answers }) => answers),
    problems: lists.flatMap(({ problems }) => problems),
  };
}

export async function removeSaved({ target }: SavedAnswer, id: string): Promise<RemoveOutcome> {
  const { removeRules } = await import("../policy/save-rule.ts");
  return removeRules(target, id);
}

/** Place, problem and way out. */
export function brokenTexts({ file, problems }: Extract<RemoveOutcome, { kind: "broken" }>): string[] {
  return [
    ...problems.map(formatProblem),
    `${file}: its rules are neither listed nor changed until this is mended; guard policy lint shows it again`,
  ];
}

function targetsIn(places: readonly Places[]): { layer: SavedLayer; places: Places }[] {
  const [first] = places;
  const projects = places.map((one) => ({ layer: "project" as const, places: one }));
  return first ? [{ layer: "user", places: first }, ...projects] : [];
}

type Found = Pick<SavedAnswer, "file" | "standing" | "target">;

function answersOf(rules: readonly ApprovedRule[], { file, standing, target }: Found): SavedAnswer[] {
  const groups = new Map<string, ApprovedRule[]>();
  for (const rule of rules) groups.set(rule.group, [...(groups.get(rule.group) ?? []), rule]);
  return [...groups].map(([id, own]) => ({
    id,
    layer: target.layer,
    file,
    standing,
    rules: own,
    target,
  }));
}
