/** Other processes: guard's own three, and one of the same user that is nobody's business. */
import { type Intrusion, intrusion, isDone, isHeard } from "../intrusion.ts";

const leaksHome = { kind: "leaks", text: "HOME=" } as const;

const GUARDS = ["launcher", "daemon", "seat"] as const;

const atGuard = GUARDS.flatMap((whose): readonly Intrusion[] => {
  const pid = `{${whose}}`;
  return [
    intrusion("scope", `guard's ${whose} can be signalled`, ["outsiders.may_signal", pid], isDone),
    intrusion("scope", `guard's ${whose} can be traced`, ["outsiders.attaches", pid], isDone),
    intrusion(
      "scope",
      `guard's ${whose} lets its memory be written`,
      ["outsiders.writes_memory", pid],
      isDone,
    ),
    intrusion("scope", `guard's ${whose} lets its memory be read`, ["outsiders.reads_memory", pid], isDone),
    // Root may by CAP_PERFMON, since 6.14.
    intrusion(
      "scope",
      `guard's ${whose} tells its environment`,
      ["outsiders.reads_environment", pid],
      leaksHome,
      {
        as: "plain user",
      },
    ),
    intrusion(
      "capabilities",
      `guard's ${whose} tells root its environment`,
      ["outsiders.reads_environment", pid],
      leaksHome,
      { as: "root" },
    ),
    intrusion("scope", `guard's ${whose} shows what it has open`, ["outsiders.lists_descriptors", pid], {
      kind: "leaks",
      text: "/",
    }),
    intrusion(
      "mask",
      `guard's ${whose} is made the first to be killed when memory runs out`,
      ["outsiders.is_first_to_be_killed", pid],
      isDone,
    ),
    intrusion("filter", `guard's ${whose} gets other limits (prlimit)`, ["outsiders.limits", pid], isDone),
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
    "nothing",
    "shared memory of a process outside (System V) is read by its number",
    ["outsiders.reads_shared_memory", "{outside.shared}"],
    { kind: "leaks", text: "{secret}" },
  ),
  intrusion(
    "nothing",
    "a key of the kernel's keyring of the user is read by its number",
    ["outsiders.reads_keyring", "{outside.key}"],
    { kind: "leaks", text: "{secret}" },
  ),
];

/** For everything of this user at once: no list of pids can hold that. As root it would be the whole machine. */
const allAtOnce: readonly Intrusion[] = [
  intrusion(
    "filter",
    "everything of the user is slowed down (setpriority)",
    ["outsiders.slows_user"],
    isDone,
    {
      as: "plain user",
    },
  ),
  intrusion(
    "filter",
    "the disk's turn is taken from everything of the user (ioprio_set)",
    ["outsiders.slows_disk_of_user"],
    isDone,
    { as: "plain user" },
  ),
];

const asRoot: readonly Intrusion[] = [
  intrusion(
    "mask",
    "guard's daemon is put into a cgroup that can be frozen",
    ["outsiders.freezes", "{daemon}"],
    isDone,
    {
      as: "root",
      needs: "/sys/fs/cgroup/freezer/cgroup.procs",
    },
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
