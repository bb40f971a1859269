/** `guard policy`: what the policy files say here, whether they are right, and which project files are trusted. */
import { statSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { firstSentence } from "./first-sentence.ts";
import { type PolicyCall, type PolicyIo, prepareCall, printProblem } from "./policy-io.ts";

const HELP = `guard policy: the policy files that count here

  guard policy show [--json]   files, rules, settings and profiles, with the
                               layer that each comes from
  guard policy lint [FILE…]    check the files (or these files), with their
                               examples
  guard policy test [LINE…]    try the examples of all rules; with LINE: which
                               rules speak about it and what it starts
  guard policy trust           let this project's allow rules count, until its
                               file changes
  guard policy untrust         take that back
  guard policy forget          forget what you answered when guard run offered
                               profiles for this project

  --cwd DIR     as if started in DIR
  --json        for programs

  guard policy lint .guard/policy.yaml
  guard policy test 'git push --force' 'npm test'
  guard policy show --json | jq .settings

Files: org      /etc/guard/policy.yaml and /etc/guard/policy.d/*.yaml
       user     ~/.config/guard/policy.yaml
       project  .guard/policy.yaml
docs/POLICY.md tells all fields.
exit status: 0 fine, 1 problems found, 2 usage or internal error
`;

type Action = (call: PolicyCall) => Promise<number>;

const ACTIONS: ReadonlyMap<string, () => Promise<Action>> = new Map([
  ["show", async () => (await import("./policy-show.ts")).showPolicy],
  ["lint", async () => (await import("./policy-lint.ts")).lintPolicy],
  ["test", async () => (await import("./policy-test.ts")).testPolicy],
  ["trust", async () => (await import("./policy-trust.ts")).trustPolicy],
  ["untrust", async () => (await import("./policy-trust.ts")).untrustPolicy],
  ["forget", async () => (await import("./policy-forget.ts")).forgetProfiles],
]);

export async function runPolicy(args: string[], io: PolicyIo): Promise<number> {
  const parsed = parse(args);
  if ("problem" in parsed) return usage(io, parsed.problem);
  const { values, positionals } = parsed;
  const [name, ...operands] = positionals;
  if (values.help || name === "help") {
    io.stdout(HELP);
    return 0;
  }
  if (name === undefined) return usage(io, "say what to do: show, lint, test, trust, untrust or forget");
  const action = ACTIONS.get(name);
  if (!action) return usage(io, `there is no "${name}"; there are ${[...ACTIONS.keys()].join(", ")}`);
  if (operands.length > 0 && name !== "lint" && name !== "test")
    return usage(io, `${name} takes no operands`);
  const cwd = resolve(io.cwd, values.cwd ?? ".");
  if (!statSync(cwd, { throwIfNoEntry: false })?.isDirectory())
    return usage(io, `${cwd} is not a folder; --cwd DIR names the folder to start in`);
  const call = await prepareCall(io, cwd, values.json ? "json" : "text", operands);
  if ("problem" in call) return usage(io, call.problem);
  return (await action())(call);
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: { json: { type: "boolean" }, cwd: { type: "string" }, help: { type: "boolean", short: "h" } },
    });
  } catch (error) {
    return { problem: firstSentence(error) };
  }
}

function usage(io: PolicyIo, problem: string): number {
  printProblem(io, `guard policy: ${problem}`);
  printProblem(io, "guard policy --help shows how it is used");
  return 2;
}
