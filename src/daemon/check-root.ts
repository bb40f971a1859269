/** The line that the user gave to a shell (`guard run -- bash -c LINE`): a check like any other, before anything starts. */
import type { CheckResult } from "../decide/result.ts";
import type { Verdict } from "../protocol/agent-messages.ts";
import { judgePrepared } from "./judge.ts";
import { hasRootLine } from "./root.ts";
import type { SessionState } from "./session-state.ts";

export type RootVerdict =
  | { readonly kind: "allow"; readonly check: string; readonly result?: CheckResult }
  | { readonly kind: "deny"; readonly lines: readonly string[] };

export async function checkRoot(state: SessionState): Promise<RootVerdict> {
  const { argv } = state.root;
  const id = state.newId();
  if (!hasRootLine(state.root)) return { kind: "allow", check: id };
  const input = { what: { kind: "argv", argv }, cwd: state.cwd } as const;
  const from = { layer: "root", kind: "argv", cwd: state.cwd, pid: process.pid, text: "exact" } as const;
  const verdict = await judgePrepared(
    { id, from, input, key: () => `root ${JSON.stringify(argv)}` },
    performance.now(),
    { onGone: () => undefined },
    state,
    () => false,
  );
  if (verdict === "withdrawn") return { kind: "deny", lines: ["guard: denied: nobody waits for it"] };
  if (verdict.kind === "deny") return { kind: "deny", lines: linesOf(verdict) };
  const engine = await state.policy.current();
  return { kind: "allow", check: id, result: await engine.check({ ...input, mode: state.mode }) };
}

/** The stable lines of a denied command (DESIGN section 7). */
function linesOf({ reason, rule, check, instead }: Extract<Verdict, { kind: "deny" }>): string[] {
  const first = `guard: denied: ${reason} [rule ${rule}, check ${check}]`;
  return instead === undefined ? [first] : [first, `guard: instead: ${instead}`];
}
