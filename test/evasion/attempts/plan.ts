/** PLAN: the agent's own edit tools write into the project. */
import { type Intrusion, intrusion, marks } from "../intrusion.ts";

const FILE = "{project}/src/main.ts";
const other = (name: string) => `{project}/${name}`;

export const PLAN: readonly Intrusion[] = [
  intrusion("mask", "PLAN: a file of the project is edited", ["changes.append", FILE, "{mark}"], marks(FILE)),
  intrusion(
    "mask",
    "PLAN: a file of the project is replaced by rename",
    ["changes.beside", FILE, "{mark}"],
    marks(FILE),
  ),
  intrusion(
    "mask",
    "PLAN: a file is added to the project",
    ["changes.create", other("a/b/new"), "{mark}"],
    marks(other("a/b/new")),
  ),
  intrusion(
    "mask",
    "PLAN: a folder of the project is renamed",
    ["changes.rename_in", "{project}", "{mark}"],
    {
      kind: "is there",
      file: other("{mark}"),
    },
  ),
  intrusion(
    "mask",
    "PLAN: the project is written to through a link outside of it",
    ["changes.through_link", FILE, "{mark}"],
    marks(FILE),
  ),
  intrusion(
    "mask",
    "PLAN: the project is written to through /proc/self/cwd",
    ["changes.through_own_folder", "src/main.ts", "{mark}"],
    marks(FILE),
  ),
  intrusion(
    "mask",
    "PLAN: the project's git settings are written to",
    ["changes.append", other(".git/config"), "{mark}"],
    marks(other(".git/config")),
  ),
  intrusion(
    "mask",
    "PLAN: the project is made writable again, in namespaces of its own",
    ["changes.remounted", "{project}", FILE, "{mark}"],
    marks(FILE),
  ),
  intrusion(
    "mask",
    "PLAN: the project is written to in a bind of it, in namespaces of its own",
    ["changes.by_plain_bind", "{project}", "src/main.ts", "{mark}"],
    marks(FILE),
  ),
  intrusion(
    "mask",
    "PLAN: the project is written to where the folder above it is bound, in namespaces of its own",
    ["changes.by_plain_bind", "{folder}", "work/src/main.ts", "{mark}"],
    marks(FILE),
  ),
  intrusion(
    "capabilities",
    "PLAN: the project is replaced from a namespace in which nothing is mounted",
    ["changes.from_empty_namespace", "{project}", "{mark}"],
    marks("{project}-of-agent-{mark}"),
  ),
  intrusion(
    "mask",
    "PLAN: the project is replaced by another folder",
    ["changes.exchange_folder", "{project}", "src/main.ts", "{mark}"],
    marks("{project}-of-agent/src/main.ts"),
  ),
];
