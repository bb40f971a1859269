/** Whatever fails on the way of a check is a deny, the making of its name too. */
import { expect, test } from "vitest";
import type { AuditRecord } from "../../src/audit/record.ts";
import { judge } from "../../src/daemon/judge.ts";
import type { SessionState } from "../../src/daemon/session-state.ts";
import type { AgentCheck } from "../../src/protocol/agent-messages.ts";
import { lineCheck } from "../helpers/daemon.ts";

test("a check that cannot be given a name is denied and recorded", async () => {
  const records: AuditRecord[] = [];
  const append = async (record: AuditRecord) => {
    records.push(record);
    return "recorded" as const;
  };
  const newId = () => {
    throw new Error("no random bytes");
  };
  const state = { newId, recorder: { append }, checks: 0, denied: 0 } as unknown as SessionState;
  const check = { guard: "1", ...lineCheck("ls", "/"), text: "exact" } as unknown as AgentCheck;
  const reason = expect.stringContaining("no random bytes");
  expect(await judge(check, { onGone: () => undefined }, state)).toMatchObject({ kind: "deny", reason });
  expect(records).toMatchObject([{ details: { verdict: "deny", reason } }]);
  expect(state.denied).toBe(1);
});
