/** Root inside: what would undo a mask, make a device or reach the kernel is taken away. */
import { existsSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readConfinement } from "../../src/build/compile-confinement.ts";
import type { ConfinePlan } from "../../src/confine/plan.ts";
import { USERS, World, whyNot } from "./world.ts";

const isRoot = process.getuid?.() === 0;
if (!isRoot) process.stderr.write("confinement of root is not tried: it needs root\n");

const FILE = new URL("../../policy/confinement.yaml", import.meta.url).pathname;

const ATTEMPTS: readonly (readonly [name: string, line: string, needs?: string])[] = [
  ["a mount", "mount -t tmpfs none /mnt"],
  ["a mask is taken away", "umount ~/.aws"],
  ["a device is made", "mknod dev c 1 1"],
  ["a block device is made", "mknod dev b 254 0"],
  ["another mount namespace", "unshare -m true"],
  ["the kernel's log", "dmesg --clear"],
  ["what is called for a crash", "echo '|/bin/sh' > /proc/sys/kernel/core_pattern"],
  ["a module's program", "echo /bin/sh > /proc/sys/kernel/modprobe", "/proc/sys/kernel/modprobe"],
  ["a magic key", "echo h > /proc/sysrq-trigger", "/proc/sysrq-trigger"],
  ["a control group", "mkdir /sys/fs/cgroup/made-by-guard-test"],
  ["the memory of guard's process", "dd if=/dev/zero of=/proc/GUARD/mem bs=1 count=1"],
  ["guard is made the first to die", "echo 1000 > /proc/GUARD/oom_score_adj"],
  ["the clock", "date -s @0"],
];

const ROOTS = USERS.filter((user) => user.startsWith("root"));

describe.skipIf(whyNot !== undefined || !isRoot).for(ROOTS)("as %s", (user) => {
  let world: World;
  let plan: ConfinePlan;
  beforeAll(() => {
    world = new World(user);
    world.plant({ "home/.aws/credentials": "SECRET" });
    plan = world.plan();
  });
  afterAll(() => world.remove());

  test.for(ATTEMPTS)("is refused: %s", ([, line, needs], { skip }) => {
    if (needs !== undefined && !existsSync(needs)) return skip(`${needs} is not here`);
    const { status, stderr } = world.run(plan, line.replace("GUARD", String(process.pid)));
    expect(status).not.toBe(0);
    expect(stderr).toMatch(/not permitted|denied|Read-only|must be superuser|No such file|cannot open/i);
  });

  test.for(["permitted", "after another program has run"])("none of the capabilities is left, %s", (when) => {
    const line = "grep -E 'CapPrm|CapEff' /proc/self/status";
    const { stdout } = world.run(plan, when === "permitted" ? line : `env sh -c "${line}"`);
    const masks = [...stdout.matchAll(/Cap\w+:\s+([0-9a-f]+)/g)].map(([, mask]) => BigInt(`0x${mask}`));
    expect(masks).toHaveLength(2);
    const numbers = plan.args.flatMap((arg, at) => (plan.args[at - 1] === "--cap-drop" ? [arg] : []));
    expect(numbers).toHaveLength(Object.values(readConfinement(FILE).capabilities).flat().length);
    for (const [number, name] of DROPPED)
      for (const mask of masks)
        expect({ name, has: (mask >> BigInt(number)) & 1n }).toEqual({ name, has: 0n });
  });
});

/** By the kernel's numbers. */
const DROPPED = [
  [2, "DAC_READ_SEARCH"],
  [16, "SYS_MODULE"],
  [17, "SYS_RAWIO"],
  [19, "SYS_PTRACE"],
  [21, "SYS_ADMIN"],
  [22, "SYS_BOOT"],
  [25, "SYS_TIME"],
  [26, "SYS_TTY_CONFIG"],
  [27, "MKNOD"],
  [32, "MAC_OVERRIDE"],
  [33, "MAC_ADMIN"],
  [34, "SYSLOG"],
  [38, "PERFMON"],
  [39, "BPF"],
  [40, "CHECKPOINT_RESTORE"],
] as const;
