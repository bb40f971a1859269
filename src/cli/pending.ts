/** `guard pending`: what waits for an answer, and how to give it. */
import { parseArgs } from "node:util";
import { makeVisible } from "../core/visible.ts";
import { wrapText } from "../core/wrap.ts";
import { chooseSession, type FoundSession, findSessions, type LiveSession } from "./find-sessions.ts";
import { listPending } from "./list-pending.ts";
import { noticeTexts } from "./notice-texts.ts";
import { renderPending } from "./render-pending.ts";
import {
  firstSentence,
  type SessionIo,
  say,
  sayJson,
  sayNoSession,
  sayProblem,
  sayUsage,
} from "./session-io.ts";

const HELP = `guard pending: what waits for an answer

  guard pending [--json] [SESSION]

  guard pending --json | jq -r '.[] | "\\(.id) \\(.line)"'

--json: an array, oldest first: id, line, cwd, risk, reasons, session, …
exit status: 0 listed (also when nothing waits), 1 no session is running (with
--json: 0 and []), or one of them could not be asked, 2 usage or internal error
`;

export async function runPending(args: readonly string[], io: SessionIo): Promise<number> {
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse(args);
  } catch (error) {
    return sayUsage(io, "pending", firstSentence(error));
  }
  const { values, positionals } = parsed;
  if (values.help) {
    io.stdout(HELP);
    return 0;
  }
  const [name, ...more] = positionals;
  if (more.length > 0) return sayUsage(io, "pending", "it takes one session at most");
  const found = await findSessions(io);
  if (found.length === 0 && name === undefined && !values.json) return sayNoSession(io);
  const asked = sessionsToAsk(found, name);
  if ("problem" in asked) {
    sayProblem(io, asked.problem);
    return 1;
  }
  return list(asked.live, asked.silent, values.json ? "json" : "text", io);
}

async function list(
  live: readonly LiveSession[],
  silent: readonly string[],
  output: "json" | "text",
  io: SessionIo,
): Promise<number> {
  const { pending, problems } = await listPending(live);
  if (output === "json") sayJson(io, pending);
  else if (pending.length > 0) io.stdout(renderPending(pending, io));
  else if (problems.length + silent.length === 0) say(io, "nothing waits for an answer");
  if (output === "text") for (const row of latestNotices(live, io)) io.stdout(`${row}\n`);
  for (const problem of [...silent, ...problems]) sayProblem(io, problem);
  return problems.length + silent.length === 0 ? 0 : 1;
}

/** A policy file that is refused concerns whoever answers; guard sessions shows the notices before it. */
function latestNotices(live: readonly LiveSession[], { columns, nowMs }: SessionIo): string[] {
  return live.flatMap(({ session, status }) => {
    const text = noticeTexts(status.notices, nowMs()).at(-1);
    return text === undefined
      ? []
      : ["", ...wrapText("notice   ", makeVisible(`session ${session}: ${text}`), columns)];
  });
}

type ToAsk =
  | { readonly live: readonly LiveSession[]; readonly silent: readonly string[] }
  | { readonly problem: string };

function sessionsToAsk(found: readonly FoundSession[], name: string | undefined): ToAsk {
  if (name !== undefined) {
    const chosen = chooseSession(found, name);
    return chosen.kind === "one" ? { live: [chosen.session], silent: [] } : chosen;
  }
  return {
    live: found.filter((one) => one.kind === "live"),
    silent: found.flatMap((one) =>
      one.kind === "silent" ? [`session ${one.session} does not answer: ${one.reason}`] : [],
    ),
  };
}

function parse(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { json: { type: "boolean" }, help: { type: "boolean", short: "h" } },
  });
}
