/** Terminals of the user that are not the agent's: one that was there before, one that is opened later, guard's own. */
import { isDone, isHeard, type Reach, reach } from "../reach.ts";

const THAT = "{outside.terminal}";
const UNREAD = "{outside.unread}";
const heard = isHeard("terminal");

const plain: readonly Reach[] = [
  reach("own /dev", "another terminal is written to", ["terminals.writes", THAT, "{mark}"], heard),
  reach(
    "own /dev",
    "a terminal that was opened after the start is written to",
    ["terminals.writes_to_later", "{mark}"],
    heard,
  ),
  reach("own /dev", "what is typed on another terminal is read", ["terminals.reads_keys", UNREAD], {
    kind: "leaks",
    text: "typed-by-a-person",
  }),
  reach(
    "scope",
    "another terminal is written to through the descriptor of its shell",
    ["terminals.by_descriptor", "{outside.pid}", "{outside.terminalFd}", "{mark}"],
    heard,
  ),
  reach("filter", "the call that types (TIOCSTI) is there", ["terminals.types_on_own"], isDone, {
    as: "root",
  }),
];

const asRoot: readonly Reach[] = [
  reach(
    "filter",
    "something is typed on another terminal (TIOCSTI)",
    ["terminals.types", THAT, "{mark}"],
    isHeard("typed"),
    {
      as: "root",
      open: ["advisory"],
    },
  ),
  reach("own /dev", "another terminal is taken from its session", ["terminals.steals", THAT], isDone, {
    as: "root",
  }),
];

export const TERMINALS: readonly Reach[] = [...plain, ...asRoot];
