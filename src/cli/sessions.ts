/** `guard sessions`: what runs under guard now, and what of it waits for an answer. */
import { parseArgs } from "node:util";
import { findSessions } from "./find-sessions.ts";
import { renderSessions } from "./render-sessions.ts";
import {
  firstSentence,
  isInsideSession,
  type SessionIo,
  sayJson,
  sayNoSession,
  sayNotInside,
  sayUsage,
} from "./session-io.ts";

const HELP = `guard sessions: what runs under guard now

  guard sessions [--json]

  guard sessions --json | jq -r '.[] | select(.pending > 0) | .session'

Folders that a killed session left behind are removed.
exit status: 0 there are some, 1 none is running (with --json: 0 and []),
2 usage or internal error
`;

export async function runSessions(args: readonly string[], io: SessionIo): Promise<number> {
  let values: ReturnType<typeof parse>;
  try {
    values = parse(args);
  } catch (error) {
    return sayUsage(io, "sessions", firstSentence(error));
  }
  if (values.help) {
    io.stdout(HELP);
    return 0;
  }
  const found = await findSessions(io);
  if (values.json) {
    sayJson(
      io,
      found.map((one) =>
        one.kind === "live"
          ? { ...one.status, answers: true }
          : {
              session: one.session,
              agent: one.record.agent,
              cwd: one.record.cwd,
              startedAtMs: one.record.startedAtMs,
              answers: false,
              problem: one.reason,
            },
      ),
    );
    return 0;
  }
  if (found.length === 0) return isInsideSession(io) ? sayNotInside(io, "sessions") : sayNoSession(io);
  io.stdout(renderSessions(found, io));
  return 0;
}

function parse(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    options: { json: { type: "boolean" }, help: { type: "boolean", short: "h" } },
  }).values;
}
