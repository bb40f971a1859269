/** Facts of a machine, and what is said about them. */
import { describe, expect, test } from "vitest";
import { findLacks } from "../../src/doctor/findings.ts";
import { installCommand, packagesOf } from "../../src/doctor/install-commands.ts";
import type { Machine } from "../../src/doctor/machine.ts";

const WELL: Machine = {
  system: "linux",
  user: "plain",
  release: "6.18.0",
  distribution: "Debian GNU/Linux 12",
  packages: "apt",
  bwrap: { kind: "works" },
  gate: { kind: "works" },
  compiler: "musl static",
  landlock: 7,
  sysctl: { yama: 1, legacyTiocsti: 0, userNamespaces: 15_000 },
  container: "none",
  privileged: [],
  ssh: "ready",
  gpg: "ready",
};
const fails = (reason: string) => ({ kind: "fails", reason }) as const;
const BWRAP_FAILS = fails("bwrap: setting up uid map: Permission denied");

interface Row {
  readonly name: string;
  readonly with: Partial<Machine>;
  readonly ids: readonly string[];
  /** In the first one's fix. */
  readonly fix?: string;
}

const ROWS: readonly Row[] = [
  { name: "nothing is missing", with: {}, ids: [] },
  {
    name: "no bubblewrap",
    with: { bwrap: { kind: "missing" } },
    ids: ["bubblewrap"],
    fix: "apt-get install bubblewrap",
  },
  {
    name: "no bubblewrap on Fedora",
    with: { bwrap: { kind: "missing" }, packages: "dnf" },
    ids: ["bubblewrap"],
    fix: "dnf install bubblewrap",
  },
  {
    name: "no bubblewrap on a system that nobody knows",
    with: { bwrap: { kind: "missing" }, packages: undefined },
    ids: ["bubblewrap"],
    fix: "install bubblewrap",
  },
  {
    name: "AppArmor's rule about user namespaces",
    with: { bwrap: BWRAP_FAILS, sysctl: { apparmorUserns: 1 } },
    ids: ["apparmor-userns"],
    fix: "apparmor_parser -r /etc/apparmor.d/bwrap",
  },
  { name: "the same rule, and bubblewrap works", with: { sysctl: { apparmorUserns: 1 } }, ids: [] },
  {
    name: "no user namespaces at all",
    with: { bwrap: BWRAP_FAILS, sysctl: { userNamespaces: 0 } },
    ids: ["max-user-namespaces"],
    fix: "sysctl -w user.max_user_namespaces",
  },
  {
    name: "Debian's old switch",
    with: { bwrap: BWRAP_FAILS, sysctl: { unprivilegedUserns: 0 } },
    ids: ["unprivileged-userns"],
    fix: "sysctl -w kernel.unprivileged_userns_clone=1",
  },
  {
    name: "bubblewrap fails in docker, as root",
    with: { bwrap: BWRAP_FAILS, container: "docker", user: "root" },
    ids: ["container-bubblewrap"],
    fix: "--cap-add SYS_ADMIN",
  },
  {
    name: "bubblewrap fails in podman, as a plain user",
    with: { bwrap: BWRAP_FAILS, container: "podman" },
    ids: ["container-bubblewrap"],
    fix: "--security-opt seccomp=unconfined",
  },
  {
    name: "bubblewrap fails and nobody knows why",
    with: { bwrap: BWRAP_FAILS },
    ids: ["bubblewrap-fails"],
    fix: "bwrap --dev-bind / / true",
  },
  {
    name: "no compiler",
    with: { compiler: "none", gate: { kind: "missing" } },
    ids: ["compiler"],
    fix: "apt-get install make gcc musl-tools",
  },
  { name: "no musl", with: { compiler: "cc dynamic" }, ids: ["musl"], fix: "apt-get install musl-tools" },
  {
    name: "Yama 2 and a plain user",
    with: { gate: fails("no"), sysctl: { yama: 2 } },
    ids: ["yama"],
    fix: "sysctl -w kernel.yama.ptrace_scope=1",
  },
  { name: "Yama 2 and root, where the gate works", with: { user: "root", sysctl: { yama: 2 } }, ids: [] },
  {
    name: "Yama 3 stays until the next start",
    with: { gate: fails("no"), sysctl: { yama: 3 }, user: "root" },
    ids: ["yama"],
    fix: "restart the machine",
  },
  {
    name: "an old kernel",
    with: {
      gate: fails("this kernel (5.4) has no seccomp user notification; use Linux 5.5 or newer"),
      landlock: 0,
    },
    ids: ["gate", "landlock-scopes"],
    fix: "use Linux 5.5 or newer",
  },
  {
    name: "another sandbox above",
    with: { gate: fails("another sandbox above (a seccomp listener) watches; start guard outside of it") },
    ids: ["gate"],
    fix: "start guard outside of it",
  },
  {
    name: "the gate fails in a container",
    with: { gate: fails("tracing is refused here"), container: "docker" },
    ids: ["container-gate"],
    fix: "--cap-add SYS_PTRACE",
  },
  { name: "Landlock without scopes", with: { landlock: 4 }, ids: ["landlock-scopes"], fix: "Linux 6.12" },
  { name: "Landlock that nobody could ask for", with: { landlock: undefined }, ids: [] },
  {
    name: "TIOCSTI without a gate",
    with: { gate: fails("x; y"), sysctl: { legacyTiocsti: 1 } },
    ids: ["gate", "legacy-tiocsti"],
  },
  { name: "TIOCSTI with a gate, which holds it", with: { sysctl: { legacyTiocsti: 1 } }, ids: [] },
  { name: "keys without an ssh-agent", with: { ssh: "no agent" }, ids: ["ssh-agent"], fix: "ssh-add" },
  {
    name: "an ssh-agent without keys",
    with: { ssh: "agent without keys" },
    ids: ["ssh-agent-empty"],
    fix: "ssh-add",
  },
  { name: "no gpg-agent", with: { gpg: "no agent" }, ids: ["gpg-agent"], fix: "gpgconf --launch gpg-agent" },
  { name: "no keys at all", with: { ssh: "no keys", gpg: "no keys" }, ids: [] },
  {
    name: "macOS",
    with: {
      system: "other",
      packages: "brew",
      bwrap: { kind: "missing" },
      gate: { kind: "missing" },
      landlock: undefined,
    },
    ids: ["system"],
    fix: "Linux",
  },
  {
    name: "programs that get rights by being started",
    with: {
      privileged: [
        { name: "sudo", path: "/usr/bin/sudo", by: "setuid" },
        { name: "ping", path: "/usr/bin/ping", by: "capabilities" },
        { name: "snap", path: "/usr/bin/snap", by: "helper" },
        { name: "newuidmap", path: "/usr/bin/newuidmap", by: "capabilities" },
        {
          name: "/opt/google/chrome/chrome-sandbox",
          path: "/opt/google/chrome/chrome-sandbox",
          by: "setuid",
        },
      ],
    },
    ids: ["sudo", "snap", "rootless-podman", "chrome-sandbox", "ping"],
  },
  {
    name: "the same as root: only what fails for root too",
    with: {
      user: "root",
      privileged: [
        { name: "sudo", path: "/usr/bin/sudo", by: "setuid" },
        { name: "snap", path: "/usr/bin/snap", by: "helper" },
      ],
    },
    ids: ["snap"],
  },
];

describe("findings", () => {
  test.for(ROWS)("$name", ({ with: changes, ids, fix }) => {
    const found = findLacks({ ...WELL, ...changes });
    expect(found.map(({ id }) => id)).toEqual(ids);
    for (const { problem, why, fix: todo } of found) expect([problem, why, todo]).not.toContain("");
    if (fix !== undefined) expect(found[0]?.fix).toContain(fix);
  });
});

describe("distributions", () => {
  test.for([
    ["debian", "ID=debian\n", "apt-get install bubblewrap"],
    ["ubuntu", 'NAME="Ubuntu"\nID=ubuntu\nID_LIKE=debian\n', "apt-get install bubblewrap"],
    ["rocky", 'ID="rocky"\nID_LIKE="rhel centos fedora"\n', "dnf install bubblewrap"],
    ["arch", "ID=arch\n", "pacman -S bubblewrap"],
    ["alpine", "ID=alpine\n", "apk add bubblewrap"],
    ["suse", 'ID="opensuse-tumbleweed"\nID_LIKE="opensuse suse"\n', "zypper install bubblewrap"],
    ["unknown", "ID=plan9\n", "install bubblewrap"],
  ] as const)("%s", ([, text, command]) => {
    expect(installCommand("bubblewrap", packagesOf(text))).toContain(command);
  });
});
