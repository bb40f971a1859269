/** Why a request was not done, or undefined when it was. */
import type { LinkAnswer } from "./link.ts";

type AnyReply = { readonly ok: true } | { readonly ok: false; readonly message: string };

export function problemOf(answer: LinkAnswer<AnyReply>): string | undefined {
  if (answer.kind !== "reply") return answer.reason;
  return answer.reply.ok ? undefined : answer.reply.message;
}
