/** policy/agents/*.yaml -> dist/agents.json. The examples are run by test/decide/agent-wrapper.test.ts. */
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { parse } from "yaml";
import { z } from "zod";
import type { AgentWrapper } from "../core/agent.ts";

const wrapper = z.strictObject({
  inner: z.enum(["eval", "subshell"]),
  parts: z.array(z.string().min(1)).min(1),
  variables: z.array(z.string()).default([]),
  writes: z.array(z.string().startsWith("/")).default([]),
});

/** An example with `inner` is unwrapped to that text; one without is not taken for a wrapper. */
const example = z.strictObject({ line: z.string().min(1), inner: z.string().optional() });

export const agentFile = z.strictObject({
  about: z.string().min(1),
  wrappers: z.array(wrapper).min(1),
  examples: z.array(example).min(1),
});

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

export function compileAgents(agents: readonly AgentSource[]): AgentWrapper[] {
  return agents.flatMap(({ agent, source }) =>
    source.wrappers.map(({ inner, parts, variables, writes }) => ({
      agent,
      inner,
      parts: parts.map((part) => part.split(/\s+/)),
      variables,
      writes,
    })),
  );
}
