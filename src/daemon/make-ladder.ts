/**
 * What `always` may mean for one question, as a console shows it: each rule has been tried by the engine in force, with earlier
 * questions as examples. Nothing is written here, and nothing decided: an answer names a rung, which is then found anew.
 */
import { basename } from "node:path";
import { createLadder, type NoLadder, type Rung } from "../approval/ladder/ladder.ts";
import type { RungKind, RungMatch } from "../approval/ladder/rung.ts";
import { withoutSecrets } from "../approval/ladder/without-secrets.ts";
import { shownLine } from "../decide/checked.ts";
import type { CheckInput } from "../decide/engine.ts";
import type { CheckResult } from "../decide/result.ts";
import type { Ladder, SaveLayer } from "../protocol/card-messages.ts";
import { createRedactor } from "../redact/redactor.ts";
import type { AskedLine } from "./asked-lines.ts";
import { codeFilesOf } from "./code-files.ts";
import { type OpenCheck, strangenessOf } from "./open-check.ts";
import type { PolicyInForce } from "./policy-in-force.ts";
import { type Example, examplesFor, similarQuestions } from "./rung-examples.ts";
import { filesFor } from "./save-places.ts";
import { isOfTheSystem } from "./system-files.ts";
import { createTrialChecks, type TrialChecks, type TriedQuestion } from "./trial-checks.ts";
import type { TakeTurn } from "./turns.ts";

/** The check as it was judged, all of it: a rule is tried on just that. */
export interface LadderInput extends CheckInput {
  readonly result: CheckResult;
  readonly cwd: string;
  readonly alsoHolds?: OpenCheck["alsoHolds"];
  /** Nobody can know what would run: no rule answers that. */
  readonly strange?: string | undefined;
}

export interface LadderPorts {
  readonly policy: PolicyInForce;
  readonly takeTurn: TakeTurn;
  /** Earlier questions, oldest first. */
  readonly history: readonly AskedLine[];
  /** For the rules' ids and reasons: the same as saveAnswer gets, and they come out the same. */
  readonly now: Date;
}

export function ladderInputOf(check: OpenCheck): LadderInput {
  const { input, alsoHolds, from, mode, result } = check;
  const strange = strangenessOf(from);
  return { ...input, cwd: from.cwd, mode, result, ...(alsoHolds ? { alsoHolds } : {}), strange };
}

export async function makeLadder(input: LadderInput, ports: LadderPorts): Promise<Ladder> {
  const { policy, history, now } = ports;
  const examples = similarQuestions(input.result, history);
  const climbed = await climb(input, examples, ports);
  if (climbed.kind === "none") return { kind: "none", because: climbed.because };
  const { rungs, question, trials } = climbed;
  const { ruleText } = await import("../policy/rule-rows.ts");
  const shown = [];
  const careless = new Set<RungKind>();
  for (const rung of rungs) {
    const found = await examplesFor(rung, input.result, examples, trials);
    if (found.refused.length > 0 && rung !== rungs[0]) careless.add(rung.kind);
    shown.push({
      kind: rung.kind,
      rule: ruleText(rung.matches, now),
      description: `${rung.description}${found.kind === "untried" ? NOT_TRIED : ""}`,
      widens: [
        ...rung.widens,
        ...whateverIn(input.result),
        ...found.refused.map((line) => `\`${line}\`, to which somebody said no`),
      ],
      answers: [...found.answers],
      misses: [...found.misses],
    });
  }
  const files = await filesFor({ rungs, question, trials, policy });
  const [{ kind: narrowest }] = rungs;
  // Who says only "always" means these words: nothing wider takes their place by itself.
  if (narrowest !== "exact")
    return { kind: "ladder", rungs: shown, noExact: climbed.noExact ?? UNWRITABLE, files };
  const best = climbed.suggested?.kind ?? narrowest;
  // What a person has refused is not suggested by the way.
  return { kind: "ladder", rungs: shown, suggested: careless.has(best) ? narrowest : best, files };
}

const UNWRITABLE = "the exact words are left out: nobody could read them in a file";

/** Other answers hold for the content of files; a rule holds for words. */
function whateverIn(result: CheckResult): string[] {
  const [file, ...more] = [...new Set(codeFilesOf(result))].filter((path) => !isOfTheSystem(path));
  if (file === undefined) return [];
  const others = more.length === 0 ? "" : ` and ${more.length} more`;
  return [`whatever ${basename(file)}${others} will hold then`];
}

const NOT_TRIED = " (not tried on earlier questions: there was no time)";

export type FoundRung = { readonly kind: "rung"; readonly matches: readonly RungMatch[] } | NoLadder;

/** The rules behind a rung that a person chose, tried once more in the layer that would get them. */
export async function findRung(
  input: LadderInput,
  chosen: { readonly rung: RungKind; readonly layer: SaveLayer },
  ports: Omit<LadderPorts, "history" | "now">,
): Promise<FoundRung> {
  const climbed = await climb(input, [], ports);
  if (climbed.kind === "none") return climbed;
  const rung = climbed.rungs.find(({ kind }) => kind === chosen.rung);
  const tried = rung && (await climbed.trials.check(rung.matches, climbed.question, chosen.layer));
  if (rung === undefined || tried?.ruling !== "allow") {
    const why = chosen.rung === "exact" && climbed.noExact ? `${climbed.noExact}; ` : "";
    const there = climbed.rungs.map(({ kind }) => kind).join(", ");
    const because = `${why}no rule ${chosen.rung} in the ${chosen.layer}'s file answers this question; there is: ${there}`;
    return { kind: "none", because };
  }
  return { kind: "rung", matches: rung.matches };
}

interface Climbed {
  readonly kind: "climbed";
  readonly rungs: readonly [Rung<TriedQuestion>, ...Rung<TriedQuestion>[]];
  readonly suggested: Rung<TriedQuestion> | undefined;
  /** Why the exact words are not among them. */
  readonly noExact: string | undefined;
  readonly question: TriedQuestion;
  readonly trials: TrialChecks;
}

async function climb(
  { result, strange, alsoHolds, mode, ...input }: LadderInput,
  examples: readonly Example[],
  { policy, takeTurn }: Pick<LadderPorts, "policy" | "takeTurn">,
): Promise<Climbed | NoLadder> {
  if (strange !== undefined) return { kind: "none", because: `no rule answers this: ${strange}` };
  const question = { input, ...(alsoHolds ? { alsoHolds } : {}) };
  const trials = createTrialChecks({
    own: question,
    policy,
    takeTurn,
    mode: mode ?? policy.last.layers.mode.mode,
  });
  const know = (program: string) => policy.know(program);
  // What an agent asks for is no sign of what somebody wants: what was allowed is.
  const wanted = examples.filter(({ asked }) => asked.answer === "allowed").map((one) => one.question);
  const ladder = await createLadder(result, question, wanted, { check: trials.check, know });
  if (ladder.kind === "none") return ladder;
  const { what } = input;
  const { kept, secret } = withoutSecrets(
    ladder.rungs,
    what.kind === "argv" ? what.argv : shownLine(what),
    createRedactor(policy.last.layers.settings.redact),
  );
  const [narrowest, ...wider] = kept;
  if (narrowest === undefined)
    return { kind: "none", because: ladder.rungs.length === 0 ? "no rule may be offered" : HOLDS_SECRET };
  const suggested = kept.find((rung) => rung === ladder.suggested);
  const noExact = secret.some(({ kind }) => kind === "exact") ? SECRET_WORDS : undefined;
  return { kind: "climbed", rungs: [narrowest, ...wider], suggested, noExact, question, trials };
}

const HOLDS_SECRET = "a rule for it would hold a secret, and a policy file is no place for one";
const SECRET_WORDS =
  "the exact words are left out: they hold a secret, and a policy file is no place for one";
