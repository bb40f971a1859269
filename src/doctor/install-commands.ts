/** How to get what is missing, by the distribution's own tool. Data. */
import type { Machine } from "./machine.ts";

export type Tool = "bubblewrap" | "compiler" | "musl";

const INSTALL: Readonly<Record<NonNullable<Machine["packages"]>, Readonly<Record<Tool, string>>>> = {
  apt: {
    bubblewrap: "apt-get install bubblewrap",
    compiler: "apt-get install make gcc musl-tools",
    musl: "apt-get install musl-tools",
  },
  dnf: {
    bubblewrap: "dnf install bubblewrap",
    compiler: "dnf install make gcc musl-gcc",
    musl: "dnf install musl-gcc",
  },
  pacman: {
    bubblewrap: "pacman -S bubblewrap",
    compiler: "pacman -S make gcc musl",
    musl: "pacman -S musl",
  },
  apk: {
    bubblewrap: "apk add bubblewrap",
    compiler: "apk add make gcc musl-dev linux-headers",
    musl: "apk add musl-dev",
  },
  zypper: {
    bubblewrap: "zypper install bubblewrap",
    compiler: "zypper install make gcc",
    musl: "zypper install musl-devel",
  },
  brew: {
    bubblewrap: "there is none for this system",
    compiler: "xcode-select --install",
    musl: "there is none for this system",
  },
};

export function installCommand(tool: Tool, packages: Machine["packages"]): string {
  if (packages === undefined) return `install ${tool === "compiler" ? "make and a C compiler" : tool}`;
  const command = INSTALL[packages][tool];
  return packages === "brew" ? command : `as root: ${command}`;
}

/** By ID and ID_LIKE of /etc/os-release. */
const TOOLS: readonly (readonly [NonNullable<Machine["packages"]>, readonly string[]])[] = [
  ["apt", ["debian", "ubuntu"]],
  ["dnf", ["fedora", "rhel", "centos"]],
  ["pacman", ["arch"]],
  ["apk", ["alpine"]],
  ["zypper", ["suse", "opensuse"]],
];

export function packagesOf(osRelease: string): Machine["packages"] {
  const names = [...osRelease.matchAll(/^(?:ID|ID_LIKE)="?([^"\n]*)"?$/gm)].flatMap(([, text = ""]) =>
    text.split(" "),
  );
  return TOOLS.find(([, systems]) => systems.some((system) => names.includes(system)))?.[0];
}
