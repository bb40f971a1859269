/** Root's ways to the machine itself, whose kernel would run things for it. Files are opened for writing, and nothing is written. */
import { type Intrusion, intrusion, isDone } from "../intrusion.ts";

const FILES: readonly (readonly [file: string, what: string])[] = [
  ["/proc/sys/kernel/core_pattern", "the program that gets core dumps"],
  ["/proc/sys/kernel/modprobe", "the program that loads modules"],
  ["/proc/sys/kernel/hostname", "a setting of the kernel"],
  ["/proc/sysrq-trigger", "the kernel's emergency keys"],
  ["/sys/kernel/uevent_helper", "the program that hears of devices"],
  ["/sys/fs/cgroup/freezer/release_agent", "the program that hears of empty cgroups"],
  ["/proc/sys/fs/binfmt_misc/register", "the list of interpreters"],
  ["/dev/kmsg", "the kernel's log"],
  ["/dev/mem", "the machine's memory"],
];

const CAPABILITIES: Readonly<Record<string, number>> = {
  CAP_DAC_READ_SEARCH: 2,
  CAP_NET_ADMIN: 12,
  CAP_NET_RAW: 13,
  CAP_SYS_MODULE: 16,
  CAP_SYS_RAWIO: 17,
  CAP_SYS_PTRACE: 19,
  CAP_SYS_ADMIN: 21,
  CAP_MKNOD: 27,
  CAP_BPF: 39,
};

const byFile = FILES.map(([file, what]) =>
  intrusion(
    file.startsWith("/dev") ? "own /dev" : "mask",
    `${what} (${file}) is changed`,
    ["changes.open_for_writing", file],
    isDone,
    {
      as: "root",
      needs: file,
    },
  ),
);

const inNew: readonly Intrusion[] = [
  intrusion(
    "mask",
    "the program that gets core dumps is changed in a /proc of its own",
    ["changes.open_for_writing_in_new_proc", "/sys/kernel/core_pattern"],
    isDone,
    { as: "root" },
  ),
  intrusion(
    "mask",
    "the program that hears of devices is changed in a /sys of its own",
    ["changes.open_for_writing_in_new_sys", "/kernel/uevent_helper"],
    isDone,
    { as: "root", needs: "/sys/kernel/uevent_helper" },
  ),
];

/** Programs and settings of the whole machine belong to root; that some files are read-only does not keep new ones out. */
const inFolder = ["/etc", "/etc/systemd/system", "/usr/bin", "/usr/local/bin", "/usr/lib"].map((folder) =>
  intrusion("nothing", `new files are made in ${folder}`, ["changes.file_without_name", folder], isDone, {
    as: "root",
    needs: folder,
  }),
);
const inHeldFolder = ["/etc/profile.d", "/etc/cron.d"].map((folder) =>
  intrusion("mask", `new files are made in ${folder}`, ["changes.file_without_name", folder], isDone, {
    as: "root",
    needs: folder,
  }),
);

const byCapability = Object.entries(CAPABILITIES).map(([name, number]) =>
  intrusion("capabilities", `${name} can be used`, ["outsiders.has_capabilities", number], isDone, {
    as: "root",
  }),
);

export const MACHINE: readonly Intrusion[] = [
  ...byFile,
  ...inNew,
  ...inFolder,
  ...inHeldFolder,
  ...byCapability,
];
