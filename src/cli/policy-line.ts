/** A line with everything that it starts in turn, as `guard check` follows it: `sh -c`, xargs, `npm run`. */
import { classify } from "../classify/classify.ts";
import type { Knowledge } from "../classify/knowledge.ts";
import type { ParsedLine } from "../core/command.ts";
import { addFacts } from "../decide/add-facts.ts";
import { expandCommands } from "../decide/expand.ts";
import type { ExpandPorts, Expansion } from "../decide/expansion.ts";
import { startStopwatch } from "../decide/stopwatch.ts";
import { loadAgents } from "../engine/load-agents.ts";
import { parseBounded } from "../parse/parse-bounded.ts";
import type { Places } from "../policy/find.ts";
import type { Subject } from "../policy/policy.ts";
import { projectFacts } from "../project/project-facts.ts";

export type LineReading =
  | {
      readonly kind: "subjects";
      readonly subjects: readonly Subject[];
      /** Parts that nobody can know before they run. */
      readonly doubts: readonly string[];
    }
  | { readonly kind: "unreadable"; readonly reason: string };

const LIMIT_MS = 1000;

export type ReadLine = (line: string) => Promise<LineReading>;

export function lineReader({ home, projectRoot }: Places, knowledge: Knowledge): ReadLine {
  const ports: ExpandPorts = {
    home,
    agents: loadAgents().wrappers,
    facts: projectFacts,
    parse: parseBounded,
    classify: (command) =>
      addFacts(command, classify(command, knowledge, { home, project: projectRoot }), projectFacts),
  };
  return async (line) => {
    const parsed = await parseBounded(line, { dialect: "bash", home, cwd: projectRoot });
    if (parsed.kind === "unparsable") return { kind: "unreadable", reason: parsed.reason };
    try {
      return await follow(line, parsed, ports);
    } catch (error) {
      return { kind: "unreadable", reason: error instanceof Error ? error.message : "unknown error" };
    }
  };
}

async function follow(
  line: string,
  { commands, doubts }: ParsedLine,
  ports: ExpandPorts,
): Promise<LineReading> {
  const lastPauseMs = performance.now();
  const stopwatch = startStopwatch(LIMIT_MS);
  const expansion: Expansion = { items: [], doubts: [...doubts], texts: [], stopwatch, lastPauseMs };
  await expandCommands(commands, { depth: 0, source: { text: line, commands } }, expansion, ports);
  return {
    kind: "subjects",
    subjects: expansion.items,
    doubts: expansion.doubts.map(({ because }) => because),
  };
}
