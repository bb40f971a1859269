/** policy/agents/*.yaml -> dist/agents.json. The examples are run by test/decide/agent-wrapper.test.ts. */
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { parse } from "yaml";
import { z } from "zod";
import type { AgentText, KnownAgent, KnownAgents } from "../core/agent.ts";
import { MODES } from "../core/ruling.ts";

const wrapper = z.strictObject({
  inner: z.enum(["eval", "subshell"]),
  parts: z.array(z.string().min(1)).min(1),
  variables: z.array(z.string()).default([]),
  writes: z.array(z.string().startsWith("/")).default([]),
});

const pattern = z.string().refine(isRegExp, "is no regular expression");
const text = z.union([
  z.strictObject({
    about: z.string().min(1),
    lines: z.array(pattern).default([]),
    inner: pattern.optional(),
    after: z.string().optional(),
  }),
  z.strictObject({ about: z.string().min(1), sha256: z.string().regex(/^[0-9a-f]{64}$/) }),
]);

/** An example with `inner` is unwrapped to that text; one without is not taken for a wrapper. */
const example = z.strictObject({ line: z.string().min(1), inner: z.string().optional() });

export const agentFile = z.strictObject({
  about: z.string().min(1),
  /** Names by which users start it. */
  programs: z.array(z.string().min(1)).min(1),
  own: z.array(z.string().min(1)).default([]),
  starts: z.array(z.string().min(1)).default([]),
  passes: z.array(z.string().min(1)).default([]),
  sets: z.array(z.string().regex(/^[A-Za-z_]\w*=./)).default([]),
  /** Its program is also other programs: by argv[0], with the words that it puts in front. */
  names: z
    .record(z.string(), z.strictObject({ means: z.string().min(1), drops: z.string().default("") }))
    .default({}),
  /** A mode that it asks for: never switched by itself. */
  mode: z.enum(MODES).optional(),
  wrappers: z.array(wrapper).default([]),
  texts: z.array(text).default([]),
  examples: z.array(example).default([]),
});

function isRegExp(source: string): boolean {
  try {
    new RegExp(source, "s");
    return true;
  } catch {
    return false;
  }
}

export interface AgentSource {
  readonly agent: string;
  readonly source: z.infer<typeof agentFile>;
}

export function readAgents(folder: string): AgentSource[] {
  const files = readdirSync(folder).filter((name) => name.endsWith(".yaml"));
  return files.sort().map((name) => {
    const parsed = agentFile.safeParse(parse(readFileSync(join(folder, name), "utf8")));
    if (!parsed.success) throw new Error(`policy/agents/${name}: ${z.prettifyError(parsed.error)}`);
    return { agent: basename(name, ".yaml"), source: parsed.data };
  });
}

export function compileAgents(agents: readonly AgentSource[]): KnownAgents {
  return {
    wrappers: agents.flatMap(({ agent, source }) =>
      source.wrappers.map(({ inner, parts, variables, writes }) => ({
        agent,
        inner,
        parts: parts.map(toWords),
        variables,
        writes,
      })),
    ),
    texts: agents.flatMap(({ agent, source }) => source.texts.map((one) => toText(agent, one))),
    agents: agents.map(({ agent, source }): KnownAgent => {
      const { programs, own, starts, passes, sets, mode } = source;
      const names = Object.entries(source.names).map(([name, { means, drops }]) => ({
        name,
        means,
        drops: toWords(drops),
      }));
      return {
        agent,
        programs,
        own,
        names,
        starts: starts.map(toWords),
        passes: passes.map(toWords),
        sets,
        ...(mode === undefined ? {} : { wants: mode }),
      };
    }),
  };
}

/** As a shell cuts: quotes keep blanks together, a backslash the next character. */
function toWords(pattern: string): string[] {
  const words = pattern.match(/(?:'[^']*'|\\.|[^\s'\\])+/g) ?? [];
  return words.map((word) => word.replace(/'([^']*)'|\\(.)/g, "$1$2"));
}

function toText(agent: string, known: z.infer<typeof text>): AgentText {
  if ("sha256" in known) return { agent, sha256: known.sha256 };
  const { lines, inner, after } = known;
  return {
    agent,
    lines,
    ...(inner === undefined ? {} : { inner }),
    ...(after === undefined ? {} : { after }),
  };
}
