/** What a person did is on record before it counts. */
import type { EventRecord } from "../audit/record.ts";
import type { ControlAnswer } from "./conversation.ts";
import type { SessionState } from "./session-state.ts";

/** Undefined: it is written. */
export async function recordControl(
  state: SessionState,
  event: EventRecord["event"],
  details: NonNullable<EventRecord["details"]> & { readonly person: string },
  check?: string,
): Promise<ControlAnswer | undefined> {
  const recorded = await state.recorder.append({
    event,
    session: state.session,
    ...(check === undefined ? {} : { request_id: check }),
    details,
  });
  if (recorded === "recorded") return undefined;
  return { ok: false, code: "FAILED", message: `it could not be recorded: ${recorded.reason}` };
}
