/** Sockets of somebody outside: known places, odd places, every way to write an address. */
import { type Intrusion, inNamespace, intrusion, isHeard } from "../intrusion.ts";

/** Where servers of the user listen that run what they are told. Known: they are hidden too. */
export const KNOWN: readonly (readonly [what: string, path: string])[] = [
  ["docker", "{runtime}/docker.sock"],
  ["podman", "{runtime}/podman/podman.sock"],
  ["the session bus", "{runtime}/bus"],
  ["systemd", "{runtime}/systemd/private"],
  ["Wayland", "{runtime}/wayland-0"],
];
/** The same by TCP, at an address of this machine. */
export const PORTS: readonly (readonly [what: string, port: number])[] = [
  ["docker", 2375],
  ["X11 by ssh", 6010],
  ["a debugger", 9229],
];
/** Nobody can know this name. */
export const ODD = "{folder}/odd/place.sock";
export const ABSTRACT = "guard-evasion-{name}";
export const PACKETS = "{folder}/odd/packets.sock";
export const DATAGRAMS = "{folder}/odd/datagrams.sock";
export const PIPE = "{folder}/odd/pipe";
export const BY_DEAD = "{folder}/odd/by-dead.sock";

const known = KNOWN.map(([what, path]) =>
  intrusion(
    "connect rule",
    `${what} is told something (${path.replace("{runtime}", "$XDG_RUNTIME_DIR")})`,
    ["sockets.stream", path, "{mark}"],
    isHeard(path),
    {
      open: ["advisory"],
    },
  ),
);

const ports = PORTS.flatMap(([what, port]) => [
  intrusion(
    "connect rule",
    `${what} is told something by TCP (port ${port})`,
    ["sockets.port", "{outside.address}", port, "{mark}"],
    isHeard(`tcp:${port}`),
  ),
  intrusion(
    "connect rule",
    `${what} is told something by TCP without connect() (fast open, port ${port})`,
    ["sockets.port_by_fast_open", "{outside.address}", port, "{mark}"],
    isHeard(`tcp:${port}`),
  ),
]);

const spellings: readonly Intrusion[] = [
  intrusion(
    "connect rule",
    "a server at an odd place is told something",
    ["sockets.stream", ODD, "{mark}"],
    isHeard(ODD),
  ),
  intrusion(
    "connect rule",
    "a server is told something by a relative name",
    ["sockets.relative", ODD, "{mark}"],
    isHeard(ODD),
  ),
  intrusion(
    "connect rule",
    "a server is told something through a link",
    ["sockets.by_link", ODD, "{mark}"],
    isHeard(ODD),
  ),
  intrusion(
    "connect rule",
    "a server is told something through a hard link to its socket",
    ["sockets.by_hard_link", ODD, "{mark}"],
    isHeard(ODD),
    // The project is a mount of its own, and no link crosses its edge.
    { open: ["advisory"] },
  ),
  intrusion(
    "connect rule",
    "a server is told something by a descriptor of its socket (/proc/self/fd)",
    ["sockets.by_descriptor", ODD, "{mark}"],
    isHeard(ODD),
  ),
  intrusion(
    "scope",
    "a server is told something through /proc/PID/root of another process",
    ["sockets.by_other_root", "{outside.pid}", ODD, "{mark}"],
    isHeard(ODD),
  ),
  inNamespace(
    "connect rule",
    "a server is told something where its socket is bound to in namespaces of its own",
    ["sockets.in_own_namespace", ODD, "{mark}"],
    isHeard(ODD),
  ),
  intrusion(
    "scope",
    "a server with an abstract name is told something",
    ["sockets.abstract", ABSTRACT, "{mark}"],
    isHeard(`@${ABSTRACT}`),
  ),
  intrusion(
    "connect rule",
    "a server of packets is told something",
    ["sockets.packets", PACKETS, "{mark}"],
    isHeard(PACKETS),
  ),
  intrusion(
    "connect rule",
    "a server of datagrams is told something after connect()",
    ["sockets.connected_datagram", DATAGRAMS, "{mark}"],
    isHeard(DATAGRAMS),
  ),
  intrusion(
    "connect rule",
    "a server of datagrams is told something without connect() (sendto)",
    ["sockets.datagram", DATAGRAMS, "{mark}"],
    isHeard(DATAGRAMS),
  ),
  intrusion(
    "connect rule",
    "a server of datagrams is told something without connect() (sendmsg)",
    ["sockets.datagram_message", DATAGRAMS, "{mark}"],
    isHeard(DATAGRAMS),
  ),
  intrusion(
    "connect rule",
    "a server of datagrams is told something by a raw socket",
    ["sockets.raw_datagram", DATAGRAMS, "{mark}"],
    isHeard(DATAGRAMS),
  ),
  intrusion(
    "connect rule",
    "a server of datagrams is told something by one of a pair",
    ["sockets.datagram_of_pair", DATAGRAMS, "{mark}"],
    isHeard(DATAGRAMS),
  ),
];

const listeners: readonly Intrusion[] = [
  intrusion(
    "connect rule",
    "a server whose listener is gone is told something by a process that took its number",
    ["sockets.with_number_of_dead_listener", BY_DEAD, "{outside.deadListener}", "{mark}"],
    isHeard(BY_DEAD),
    { as: "root", open: ["advisory"] },
  ),
  intrusion(
    "connect rule",
    "guard's control socket lets itself be talked to",
    ["sockets.stream", "{session}/control/control.sock", "{mark}"],
    { kind: "leaks", text: "BAD_REQUEST" },
    { open: ["advisory"] },
  ),
  intrusion(
    "connect rule",
    "another session's control socket lets itself be talked to",
    ["sockets.stream", "{other}/control/control.sock", "{mark}"],
    { kind: "leaks", text: "BAD_REQUEST" },
    { open: ["advisory"] },
  ),
];

const tmux = (name: string, path: string, mark: string) =>
  intrusion(
    "connect rule",
    name,
    ["sockets.tmux", path, `: > {folder}/${mark}`],
    { kind: "is there", file: `{folder}/${mark}` },
    {
      needs: "/usr/bin/tmux",
    },
  );

const servers: readonly Intrusion[] = [
  { ...tmux("tmux at its usual place runs a line outside", "{tmux}/default", "by-tmux"), open: ["advisory"] },
  tmux("tmux at an odd place runs a line outside", "{folder}/odd/tmux", "by-odd-tmux"),
];

const open: readonly Intrusion[] = [
  intrusion(
    "nothing",
    "a named pipe at an odd place is written to",
    ["sockets.pipe", PIPE, "{mark}"],
    isHeard(PIPE),
  ),
  intrusion(
    "nothing",
    "a server on the loopback, on a port that is not known, is told something",
    ["sockets.loopback", "{outside.port}", "{mark}"],
    isHeard("loopback"),
  ),
];

export const SOCKETS: readonly Intrusion[] = [
  ...known,
  ...ports,
  ...spellings,
  ...listeners,
  ...servers,
  ...open,
];
