/** `guard policy test`: policies test themselves; with lines, which rules speak about each command that may run. */
import { displayText } from "../core/word.ts";
import { loadPolicy } from "../policy/load.ts";
import { evaluate, mergeLayers } from "../policy/merge.ts";
import { POLICY_LAYERS, type PolicyLayers } from "../policy/policy.ts";
import { type PolicyCall, printJson, printLine, printProblem } from "./policy-io.ts";
import { refuse } from "./policy-show.ts";

export async function testPolicy(call: PolicyCall): Promise<number> {
  const { io, input, operands } = call;
  const outcome = await loadPolicy(input);
  if (outcome.kind === "refused") return refuse(call, outcome.problems);
  for (const warning of outcome.warnings) printProblem(io, warning);
  if (outcome.layers.projectFile.kind === "broken") return 1;
  if (operands.length === 0) return countExamples(call, outcome.layers);
  let worst = 0;
  for (const line of operands) worst = Math.max(worst, await testLine(call, line, outcome.layers));
  return worst;
}

/** Loading has tried them all; here is what was tried. */
function countExamples({ io }: PolicyCall, layers: PolicyLayers): number {
  const rules = POLICY_LAYERS.flatMap((layer) => layers[layer]);
  const count = rules.reduce(
    (sum, { examples }) => sum + examples.match.length + examples.notMatch.length,
    0,
  );
  const bare = rules.filter(({ origin, examples }) => origin === "rule" && examples.match.length === 0);
  printLine(io, `${rules.length} rules, ${count} examples, all as they should be`);
  for (const { id, source } of bare)
    printLine(io, `${source.file}:${source.line}: rule ${id} has no example to prove it`);
  return 0;
}

async function testLine(
  { io, readLine, output }: PolicyCall,
  line: string,
  layers: PolicyLayers,
): Promise<number> {
  const reading = await readLine(line);
  if (reading.kind === "unreadable") {
    printProblem(io, `${line}: cannot be read: ${reading.reason}`);
    return 1;
  }
  for (const subject of reading.subjects) {
    const found = evaluate(layers, subject);
    const decided = mergeLayers(found);
    const command = subject.command.argv.map(displayText).join(" ");
    if (output === "json") printJson(io, { line, command, decided: decided ?? null, found });
    else for (const text of linesFor(command, found, decided)) printLine(io, text);
  }
  for (const doubt of reading.doubts) {
    if (output === "json") printJson(io, { line, doubt });
    else printLine(io, `cannot be known before it runs: ${doubt}; guard check tells what becomes of it`);
  }
  return 0;
}

type Found = ReturnType<typeof evaluate>;

function linesFor(command: string, found: Found, decided: ReturnType<typeof mergeLayers>): string[] {
  const head = decided
    ? `${command}: ${decided.ruling} by ${decided.rule}`
    : `${command}: no rule speaks; the mode decides`;
  return [
    head,
    ...found.map(
      ({ ruling, rule, because, source }) =>
        `  ${ruling.padEnd(8)}${rule} (${source.file}:${source.line}): ${because}`,
    ),
  ];
}
