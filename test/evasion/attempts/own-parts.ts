/** Guard's own: its token and sockets, its records, the rules of the user and of the project, its programs. */
import { type Intrusion, intrusion, isDone, leaks, marks } from "../intrusion.ts";

const POLICY = "{home}/.config/guard/policy.yaml";
const AUDIT = "{home}/.local/state/guard/audit/permissions.jsonl";
/** The token and the records are not ours to plant: what they hold is known by its form. */
const leaksToken = { kind: "leaks", text: "{token}" } as const;
const leaksRecords = { kind: "leaks", text: "session-start" } as const;

const reading: readonly Intrusion[] = [
  intrusion("mask", "the session's token is read", ["files.plainly", "{session}/control/token"], leaksToken),
  intrusion("mask", "another session's token is read", ["files.plainly", "{other}/control/token"], {
    kind: "leaks",
    text: "{otherToken}",
  }),
  ...(["root", "plain user"] as const).map((as) =>
    intrusion(
      as === "root" ? "scope" : "itself",
      "the token is read through the daemon's root",
      ["files.by_other_root", "{daemon}", "{session}/control/token"],
      leaksToken,
      { as },
    ),
  ),
  intrusion("mask", "the audit file is read", ["files.plainly", AUDIT], leaksRecords),
  intrusion("mask", "the user's rules are read", ["files.plainly", POLICY], leaks),
  intrusion(
    "mask",
    "what was trusted is read",
    ["files.plainly", "{home}/.local/state/guard/planted"],
    leaks,
  ),
  intrusion("mask", "the user's rules are read through a link", ["files.by_link", POLICY], leaks),
  intrusion(
    "mask",
    "the user's rules are read when the folder above them is renamed",
    ["files.by_renaming_above", POLICY],
    leaks,
  ),
];

const changing: readonly Intrusion[] = [
  intrusion("mask", "the audit file is written to", ["changes.append", AUDIT, "{mark}"], marks(AUDIT)),
  intrusion(
    "mask",
    "a grant is forged",
    ["changes.create", "{home}/.local/state/guard/grants/forged.json", "{mark}"],
    {
      kind: "is there",
      file: "{home}/.local/state/guard/grants/forged.json",
    },
  ),
  intrusion(
    "mask",
    "the folder of guard's state is replaced",
    ["changes.exchange_folder", "{home}/.local/state/guard", "planted", "{mark}"],
    marks("{home}/.local/state/guard-of-agent/planted"),
  ),
  intrusion(
    "mask",
    "the folder above guard's state is replaced",
    ["changes.exchange_folder", "{home}/.local/state", "guard/planted", "{mark}"],
    marks("{home}/.local/state-of-agent/guard/planted"),
  ),
  intrusion(
    "mask",
    "~/.local is replaced, with guard's state in it",
    ["changes.exchange_folder", "{home}/.local", "state/guard/planted", "{mark}"],
    marks("{home}/.local-of-agent/state/guard/planted"),
  ),
  intrusion(
    "mask",
    "~/.config is replaced, with guard's rules in it",
    ["changes.exchange_folder", "{home}/.config", "guard/policy.yaml", "{mark}"],
    marks("{home}/.config-of-agent/guard/policy.yaml"),
  ),
  intrusion(
    "mask",
    "the folder of the user's rules is replaced",
    ["changes.exchange_folder", "{home}/.config/guard", "policy.yaml", "{mark}"],
    marks("{home}/.config/guard-of-agent/policy.yaml"),
  ),
  intrusion(
    "mask",
    "the home folder is replaced, with guard's rules in it",
    ["changes.exchange_folder", "{home}", ".config/guard/policy.yaml", "{mark}"],
    marks("{home}-of-agent/.config/guard/policy.yaml"),
  ),
  intrusion(
    "capabilities",
    "the folder of the user's rules is replaced from a namespace in which nothing is mounted",
    ["changes.from_empty_namespace", "{home}/.config/guard", "{mark}"],
    marks("{home}/.config/guard-of-agent-{mark}"),
  ),
  intrusion(
    "capabilities",
    "guard's installation is replaced from a namespace in which nothing is mounted",
    ["changes.from_empty_namespace", "{install}", "{mark}"],
    marks("{install}-of-agent-{mark}"),
  ),
  intrusion("mask", "the user's rules are written to", ["changes.append", `${POLICY}.also`, "{mark}"], {
    kind: "is there",
    file: `${POLICY}.also`,
  }),
  intrusion(
    "mask",
    "the user's rules are written to in a bind of their folder, in namespaces of its own",
    ["changes.by_plain_bind", "{home}/.config", "guard/bound", "{mark}"],
    marks("{home}/.config/guard/bound"),
  ),
  intrusion(
    "mask",
    "the user's rules are made writable again, in namespaces of its own",
    ["changes.remounted", "{home}/.config/guard", "{home}/.config/guard/remounted", "{mark}"],
    marks("{home}/.config/guard/remounted"),
  ),
  intrusion(
    "mask",
    "the project's rules are written to",
    ["changes.append", "{project}/.guard/policy.yaml", "# {mark}"],
    marks("{project}/.guard/policy.yaml"),
  ),
  intrusion(
    "mask",
    "the project's rules are replaced with their folder",
    ["changes.exchange_folder", "{project}/.guard", "policy.yaml", "{mark}"],
    marks("{project}/.guard-of-agent/policy.yaml"),
  ),
];

const programs: readonly Intrusion[] = [
  intrusion(
    "mask",
    "guard's programs are changed where they are installed",
    ["changes.append", "{install}/dist/app/planted.cjs", "{mark}"],
    marks("{install}/dist/app/planted.cjs"),
  ),
  intrusion(
    "mask",
    "a file is added to guard's installation",
    ["changes.create", "{install}/policy/planted.yaml", "{mark}"],
    marks("{install}/policy/planted.yaml"),
  ),
  intrusion(
    "mask",
    "guard's installation is replaced",
    ["changes.exchange_folder", "{install}", "bin/guard", "{mark}"],
    marks("{install}-of-agent/bin/guard"),
  ),
  intrusion(
    "mask",
    "the command `guard` on the user's PATH leads elsewhere",
    ["changes.link_over", "{home}/.local/bin/guard", "{mark}"],
    marks("{home}/.local/bin/guard"),
  ),
  intrusion(
    "mask",
    "the folder of the command `guard` on the user's PATH is replaced",
    ["changes.exchange_folder", "{home}/.local/bin", "guard", "{mark}"],
    marks("{home}/.local/bin-of-agent/guard"),
  ),
  intrusion(
    "mask",
    "another `guard` stands before the user's on PATH",
    ["changes.create", "{home}/tools/guard", "{mark}"],
    marks("{home}/tools/guard"),
  ),
  intrusion(
    "mask",
    "another `guard` stands before the user's on PATH, in a folder that was not there",
    ["changes.create", "{home}/bin/guard", "{mark}"],
    marks("{home}/bin/guard"),
  ),
  intrusion(
    "mask",
    "a folder that stands before the user's `guard` on PATH is replaced",
    ["changes.exchange_folder", "{home}/tools", "guard", "{mark}"],
    marks("{home}/tools-of-agent/guard"),
  ),
];

/** The session's own folder. */
const session: readonly Intrusion[] = [
  intrusion(
    "mask",
    "the record of the session is removed",
    ["changes.move_away", "{session}/control/session.json"],
    isDone,
  ),
  intrusion(
    "mask",
    "another session's record is written to",
    ["changes.append", "{other}/control/session.json", "{mark}"],
    // Not by the file afterwards: see forUser.
    isDone,
  ),
  intrusion(
    "mask",
    "the folder of all sessions is renamed",
    ["changes.exchange_folder", "{runtime}/guard", "x/control/token", "{mark}"],
    marks("{runtime}/guard-of-agent/x/control/token"),
  ),
  intrusion(
    "mask",
    "a session of its own making stands in the folder of all sessions",
    ["changes.create", "{runtime}/guard/aaaaaaaa/control/session.json", "{mark}"],
    marks("{runtime}/guard/aaaaaaaa/control/session.json"),
  ),
];

export const OWN_PARTS: readonly Intrusion[] = [...reading, ...changing, ...programs, ...session];
