/** Programs that need what no_new_privs takes away, and what to do instead. Data. */

export interface PrivilegedName {
  /** On PATH, or a path of its own. `*` is not known here: packages put these files at fixed places. */
  readonly names: readonly string[];
  readonly id: string;
  /** Needs the rights by another program, whatever its own file says. */
  readonly always?: "yes";
  /** Root does not need them from a file. */
  readonly whenRoot: "works" | "fails";
  readonly what: string;
  readonly fix: string;
}

export const PRIVILEGED: readonly PrivilegedName[] = [
  {
    id: "sudo",
    names: ["sudo", "su", "doas", "pkexec", "run0"],
    whenRoot: "works",
    what: "cannot become root (and guard denies it)",
    fix: "run what needs root in a terminal of your own",
  },
  {
    id: "snap",
    names: ["snap"],
    always: "yes",
    whenRoot: "fails",
    what: "programs of snap do not start",
    fix: "install what the agent needs without snap (apt-get, npm, a release archive)",
  },
  {
    id: "rootless-podman",
    names: ["newuidmap", "newgidmap"],
    whenRoot: "works",
    what: "rootless podman, buildah and docker cannot map users",
    fix: "start containers outside, or let the agent ask you to (guard run --reveal SOCKET opens one)",
  },
  {
    id: "chrome-sandbox",
    names: [
      "/opt/google/chrome/chrome-sandbox",
      "/usr/lib/chromium/chrome-sandbox",
      "/usr/lib/chromium-browser/chrome-sandbox",
    ],
    whenRoot: "works",
    what: "Chrome's setuid sandbox does not work; its other one needs user namespaces",
    fix: "allow user namespaces (see the rows about bubblewrap), or start the browser outside",
  },
  {
    id: "ping",
    names: ["ping"],
    whenRoot: "works",
    what: "may not open raw sockets",
    fix: "as root: sysctl -w net.ipv4.ping_group_range='0 2147483647'",
  },
  {
    id: "fusermount",
    names: ["fusermount3", "fusermount"],
    whenRoot: "works",
    what: "cannot mount (sshfs, AppImages)",
    fix: "mount before you start the agent; run an AppImage with --appimage-extract-and-run",
  },
  {
    id: "mount",
    names: ["mount", "umount"],
    whenRoot: "works",
    what: "cannot mount what /etc/fstab lets users mount",
    fix: "mount before you start the agent",
  },
];
