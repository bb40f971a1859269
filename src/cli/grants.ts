/** `guard grants`: what a person's answers hold for, and taking one back. */
import { parseArgs } from "node:util";
import { commandBlock } from "../display/command-block.ts";
import { wrapVisible } from "../display/wrap-visible.ts";
import { askControl } from "../ipc/control-client.ts";
import { GRANTS_REPLY, REVOKE_REPLY } from "../protocol/control-messages.ts";
import type { Grant } from "../protocol/question-messages.ts";
import { problemOf } from "./control-problem.ts";
import { describeMs } from "./durations.ts";
import { findSessions, type LiveSession } from "./find-sessions.ts";
import {
  firstSentence,
  isInsideSession,
  type SessionIo,
  say,
  sayJson,
  sayNoSession,
  sayNotInside,
  sayProblem,
  sayUsage,
} from "./session-io.ts";
import { parseIdText, shortId } from "./short-id.ts";

const HELP = `guard grants: what your answers hold for, and taking one back

  guard grants [list] [--json]      what is remembered in running sessions
  guard grants revoke ID            forget it: the same line asks again

  guard grants revoke 7f3a9c21

--json: an array, oldest first: id, session, line, cwd, says, grantedAtMs, …
exit status: 0 done, 1 not done, 2 usage or internal error
`;

export async function runGrants(args: readonly string[], io: SessionIo): Promise<number> {
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse(args);
  } catch (error) {
    return sayUsage(io, "grants", firstSentence(error));
  }
  const { values, positionals } = parsed;
  if (values.help) {
    io.stdout(HELP);
    return 0;
  }
  const [what = "list", rawId, ...more] = positionals;
  switch (what) {
    case "list":
      if (rawId !== undefined) return sayUsage(io, "grants", "list takes no id");
      return list(values.json ? "json" : "text", io);
    case "revoke":
      if (rawId === undefined || more.length > 0) return sayUsage(io, "grants", "revoke takes one id");
      return revoke(rawId, io);
    default:
      return sayUsage(io, "grants", `${what} is neither list nor revoke`);
  }
}

interface Held {
  readonly grants: readonly (Grant & { readonly folder: string })[];
  readonly problems: readonly string[];
}

async function listHeld(io: SessionIo): Promise<Held | "no session"> {
  const found = await findSessions(io);
  if (found.length === 0) return "no session";
  const lists = await Promise.all(
    found.map((one) =>
      one.kind === "live"
        ? listOne(one)
        : { grants: [], problems: [`session ${one.session} does not answer: ${one.reason}`] },
    ),
  );
  return {
    grants: lists.flatMap(({ grants }) => grants).toSorted((a, b) => a.grantedAtMs - b.grantedAtMs),
    problems: lists.flatMap(({ problems }) => problems),
  };
}

async function listOne({ folder, session }: LiveSession): Promise<Held> {
  const answer = await askControl(folder, { op: "grants" }, GRANTS_REPLY);
  if (answer.kind === "reply" && answer.reply.ok)
    return { grants: answer.reply.grants.map((grant) => ({ ...grant, folder })), problems: [] };
  return { grants: [], problems: [`session ${session}: ${problemOf(answer)}`] };
}

async function list(output: "json" | "text", io: SessionIo): Promise<number> {
  const held = await listHeld(io);
  if (held === "no session") {
    if (output === "text") return sayNoSession(io);
    sayJson(io, []);
    return 0;
  }
  const { grants, problems } = held;
  const ids = grants.map(({ id }) => id);
  if (output === "json")
    sayJson(
      io,
      grants.map(({ folder: _, ...grant }) => grant),
    );
  else if (grants.length > 0) io.stdout(`${grants.map((one) => render(one, ids, io)).join("\n\n")}\n`);
  else if (problems.length === 0) say(io, "no answer is remembered");
  for (const problem of problems) sayProblem(io, problem);
  return problems.length === 0 ? 0 : 1;
}

function render(grant: Grant, ids: readonly string[], io: SessionIo): string {
  const { says, endsAtMs, grantedAtMs, session, reason } = grant;
  const until =
    endsAtMs === undefined ? "until the session ends" : `for ${describeMs(endsAtMs - io.nowMs())} more`;
  const rows = (word: string, text: string) => wrapVisible(word.padEnd(11), text, io.columns);
  return [
    `${says === "allow" ? "allowed" : "denied"} ${until}`,
    "",
    ...commandBlock(grant.line, io.columns),
    "",
    ...rows("  in", grant.cwd),
    ...(reason === undefined ? [] : rows("  because", reason)),
    ...rows("  said", `${describeMs(io.nowMs() - grantedAtMs)} ago, in session ${session}`),
    `  undo     guard grants revoke ${shortId(grant.id, ids)}`,
  ].join("\n");
}

async function revoke(rawId: string, io: SessionIo): Promise<number> {
  const id = parseIdText(rawId);
  if (id.kind === "unusable") return sayUsage(io, "grants", id.problem);
  if (isInsideSession(io)) return sayNotInside(io, "grants revoke");
  const held = await listHeld(io);
  if (held === "no session") return sayNoSession(io);
  const fits = id.kind === "full" ? (other: string) => other === id.id : id.fits;
  const [found, ...others] = held.grants.filter((grant) => fits(grant.id));
  if (found === undefined || others.length > 0) {
    const why = held.problems.map((problem) => `; ${problem}`).join("");
    sayProblem(
      io,
      found === undefined
        ? `no such answer is remembered; guard grants lists them${why}`
        : "several answers fit; give more of the id",
    );
    return 1;
  }
  const answer = await askControl(found.folder, { op: "revoke", grant: found.id }, REVOKE_REPLY);
  const problem = problemOf(answer);
  if (problem !== undefined) {
    sayProblem(io, `session ${found.session}: ${problem}`);
    return 1;
  }
  say(io, `forgotten: ${found.line}`);
  return 0;
}

function parse(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { json: { type: "boolean" }, help: { type: "boolean", short: "h" } },
  });
}
