/** Why a daemon did not do what it was asked, or undefined when it did. */
import type { ControlAnswer } from "../ipc/control-client.ts";

type Reply = { readonly ok: true } | { readonly ok: false; readonly message: string };

export function problemOf(answer: ControlAnswer<Reply>): string | undefined {
  if (answer.kind !== "reply") return answer.reason;
  return answer.reply.ok ? undefined : answer.reply.message;
}
