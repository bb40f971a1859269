/** Terminals of the user that are not the agent's: one that was there before, one that is opened later, guard's own. */
import { type Intrusion, intrusion, isDone, isHeard } from "../intrusion.ts";

const THAT = "{outside.terminal}";
const UNREAD = "{outside.unread}";
const heard = isHeard("terminal");

const plain: readonly Intrusion[] = [
  intrusion("own /dev", "another terminal is written to", ["terminals.writes", THAT, "{mark}"], heard),
  intrusion(
    "own /dev",
    "a terminal that was opened after the start is written to",
    ["terminals.writes_to_later", "{mark}"],
    heard,
  ),
  intrusion("own /dev", "what is typed on another terminal is read", ["terminals.reads_keys", UNREAD], {
    kind: "leaks",
    text: "typed-by-a-person",
  }),
  intrusion(
    "scope",
    "another terminal is written to through the descriptor of its shell",
    ["terminals.by_descriptor", "{outside.pid}", "{outside.terminalFd}", "{mark}"],
    heard,
  ),
  intrusion("filter", "the call that types (TIOCSTI) is there", ["terminals.types_on_own"], isDone, {
    as: "root",
    open: ["advisory"],
  }),
];

const asRoot: readonly Intrusion[] = [
  intrusion(
    "filter",
    "something is typed on another terminal (TIOCSTI)",
    ["terminals.types", THAT, "{mark}"],
    isHeard("typed"),
    {
      as: "root",
      open: ["advisory"],
    },
  ),
  intrusion("own /dev", "another terminal is taken from its session", ["terminals.steals", THAT], isDone, {
    as: "root",
  }),
];

export const TERMINALS: readonly Intrusion[] = [...plain, ...asRoot];
