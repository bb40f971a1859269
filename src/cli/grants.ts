/** `guard grants`: what a person's answers hold for, in sessions and for good, and taking one back. */
import { statSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { listHeld } from "./held-answers.ts";
import { renderGrant, renderSaved, savedFields } from "./render-grants.ts";
import { type RevokeOptions, revokeAnswer } from "./revoke-answer.ts";
import { firstSentence, type SessionIo, say, sayJson, sayProblem, sayUsage } from "./session-io.ts";

const HELP = `guard grants: what your answers hold for, and taking one back

  guard grants [list] [--json]      what is remembered: in running sessions,
                                    and for good in policy files
  guard grants revoke ID [--json]   forget it: the same line asks again

  --cwd DIR     the project of DIR, besides those of running sessions

ID of an answer for good: approved- and eight digits, or at least four of
them; all its rules go, the rest of the file stays as it is

  guard grants revoke 7f3a9c21
  guard grants revoke approved-3f9a1c2b

--json: an array, answers for good first, then the others, oldest first
  all        id, kind (rule, session, or timed: for an hour in every session)
  rule       layer (user or project), file, standing (trusted or untrusted),
             matches, because, savedOn (2026-11-16 or null)
  session    session, line, cwd, says, grantedAtMs, endsAtMs?, reason?
  timed      line, cwd, says, grantedAtMs, endsAtMs, reason?
revoke --json: id, kind, and file and rules, or session
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
  const cwd = resolve(values.cwd === undefined ? io.cwd() : values.cwd);
  if (values.cwd !== undefined && !statSync(cwd, { throwIfNoEntry: false })?.isDirectory())
    return sayUsage(io, "grants", `${cwd} is not a folder`);
  const options: RevokeOptions = { output: values.json ? "json" : "text", cwd };
  switch (what) {
    case "list":
      if (rawId !== undefined) return sayUsage(io, "grants", "list takes no id");
      return list(options, io);
    case "revoke":
      if (rawId === undefined || more.length > 0) return sayUsage(io, "grants", "revoke takes one id");
      return revokeAnswer(rawId, options, io);
    default:
      return sayUsage(io, "grants", `${what} is neither list nor revoke`);
  }
}

async function list({ output, cwd }: RevokeOptions, io: SessionIo): Promise<number> {
  const { grants, saved, problems } = await listHeld(io, cwd);
  const ids = grants.map(({ id }) => id);
  const texts = [
    ...saved.map((answer) => renderSaved(answer, io)),
    ...grants.map((grant) => renderGrant(grant, ids, io)),
  ];
  if (output === "json")
    sayJson(io, [
      ...saved.map(savedFields),
      ...grants.map(({ folder: _, id, kind, session, ...grant }) => ({
        ...{ id, kind },
        ...(session === "" ? {} : { session }),
        ...grant,
      })),
    ]);
  else if (texts.length > 0) io.stdout(`${texts.join("\n\n")}\n`);
  else if (problems.length === 0) say(io, "no answer is remembered");
  for (const problem of problems) sayProblem(io, problem);
  return problems.length === 0 ? 0 : 1;
}

function parse(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { json: { type: "boolean" }, cwd: { type: "string" }, help: { type: "boolean", short: "h" } },
  });
}
