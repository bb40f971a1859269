/** Other processes: guard's own, and one of the same user that is nobody's business. */
import { type Goal, type Holder, type Intrusion, intrusion, isDone, isHeard } from "../intrusion.ts";
import type { User } from "../user.ts";

const leaksHome = { kind: "leaks", text: "HOME=" } as const;
const leaksPaths = { kind: "leaks", text: "/" } as const;
const WHOSE = ["launcher", "daemon", "seat", "keeper"] as const;

/** What a look into a process takes: the same right as tracing it. */
const LOOKS: readonly (readonly [what: string, does: string, goal: Goal])[] = [
  ["can be traced", "outsiders.attaches", isDone],
  ["lets its memory be written", "outsiders.writes_memory", isDone],
  ["lets its memory be read", "outsiders.reads_memory", isDone],
  ["shows what it has open", "outsiders.lists_descriptors", leaksPaths],
];
const ENVIRONMENT = ["tells its environment", "outsiders.reads_environment", leaksHome] as const;
const KILLED_FIRST = [
  "is made the first to be killed when memory runs out",
  "outsiders.is_first_to_be_killed",
  isDone,
] as const;

const atGuard = WHOSE.flatMap((whose): readonly Intrusion[] => {
  const pid = `{${whose}}`;
  const look = (holder: Holder, [what, does, goal]: (typeof LOOKS)[number], as: User) =>
    intrusion(holder, `guard's ${whose} ${what}`, [does, pid], goal, { as });
  return [
    intrusion("scope", `guard's ${whose} can be signalled`, ["outsiders.may_signal", pid], isDone),
    intrusion("filter", `guard's ${whose} gets other limits (prlimit)`, ["outsiders.limits", pid], isDone),
    ...LOOKS.flatMap((one) => [look("scope", one, "root"), look("itself", one, "plain user")]),
    // None of them is dumpable: to a plain user they show nothing of themselves.
    look("itself", ENVIRONMENT, "plain user"),
    // Root may by CAP_PERFMON, since 6.14.
    look("capabilities", ENVIRONMENT, "root"),
    look("mask", KILLED_FIRST, "root"),
    look("itself", KILLED_FIRST, "plain user"),
  ];
});

const outside: readonly Intrusion[] = [
  intrusion("scope", "a process outside gets a signal", ["outsiders.signals", "{outside.pid}"], {
    kind: "is heard",
    where: "signal",
  }),
  intrusion("scope", "a process outside is traced", ["outsiders.attaches", "{outside.pid}"], isDone),
  intrusion(
    "scope",
    "a process outside lets its memory be written",
    ["outsiders.writes_memory", "{outside.pid}"],
    isDone,
  ),
  intrusion(
    "scope",
    "a connection of a process outside is copied and used",
    ["sockets.taken_connection", "{outside.pid}", "{outside.connectionFd}", "{mark}"],
    isHeard("loopback"),
  ),
  intrusion(
    "own ipc",
    "shared memory of a process outside (System V) is read by its number",
    ["outsiders.reads_shared_memory", "{outside.shared}"],
    { kind: "leaks", text: "{secret}" },
  ),
  intrusion(
    "filter",
    "a key of the kernel's keyring of the user is read by its number",
    ["outsiders.reads_keyring", "{outside.key}"],
    { kind: "leaks", text: "{secret}" },
    { open: ["advisory"] },
  ),
];

/** With others at once: a list of pids does not hold that. */
const allAtOnce: readonly Intrusion[] = [
  intrusion(
    "filter",
    "guard's daemon is slowed down with its process group (setpriority)",
    ["outsiders.slows_group", "{daemon}"],
    isDone,
  ),
  intrusion(
    "filter",
    "guard's daemon gets another turn at the disk with its process group (ioprio_set)",
    ["outsiders.slows_disk_of_group", "{daemon}"],
    isDone,
  ),
];

const FREEZER = "/sys/fs/cgroup/freezer/cgroup.procs";
const asRoot: readonly Intrusion[] = [
  intrusion(
    "mask",
    "guard's daemon is put into a cgroup that can be frozen",
    ["outsiders.freezes", "{daemon}"],
    isDone,
    { as: "root", needs: FREEZER },
  ),
  intrusion(
    "capabilities",
    "guard's daemon is put into a cgroup that can be frozen, by a mount of the agent's own",
    ["outsiders.freezes_by_new_mount", "{daemon}"],
    isDone,
    { as: "root", needs: FREEZER },
  ),
];

const outliving: readonly Intrusion[] = [
  intrusion(
    "seat",
    "a process in a session of its own outlives guard",
    ["outsiders.outlives", "new-session"],
    {
      kind: "lives on",
    },
  ),
  intrusion(
    "seat",
    "a process in a pid namespace of its own outlives guard",
    ["outsiders.outlives", "pid-namespace"],
    {
      kind: "lives on",
    },
  ),
];

export const PROCESSES_OUTSIDE: readonly Intrusion[] = [
  ...atGuard,
  ...outside,
  ...allAtOnce,
  ...asRoot,
  ...outliving,
];
