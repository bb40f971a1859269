/** Sockets of other programs that guard knows by name: which may be connected to from below, which lead out, and why. */

export interface KnownSocket {
  /** What it is, and for a closed one what it could be used for: the reason that people read. */
  readonly about: string;
  readonly reach: "open" | "closed";
  /** Absolute paths, or `@name` for abstract ones, with `~`, `$NAME`, `*` (no slash) and `**` (anything); `tcp:FIRST-LAST` for ports of this machine. */
  readonly match: readonly string[];
  /** Variables of the user that hold the socket's path, alone or in an address (`unix:path=/run/…`). */
  readonly variables: readonly string[];
}

export type SocketTable = readonly KnownSocket[];

/** The user's own variables, `HOME` and `UID` among them: never the agent's. */
export type FindVariable = (name: string) => string | undefined;

interface Prepared {
  readonly known: KnownSocket;
  readonly pattern: RegExp | undefined;
  readonly names: ReadonlySet<string>;
  readonly ports: readonly PortRange[];
}

type PortRange = readonly [first: number, last: number];

/** The first entry counts. `named`: what the variables hold, links followed. */
export function prepareSockets(
  table: SocketTable,
  variable: FindVariable,
  named: (known: KnownSocket) => readonly string[],
): (name: string) => KnownSocket | undefined {
  const prepared: readonly Prepared[] = table.map((known) => ({
    known,
    pattern: toPattern(known.match, variable),
    ports: known.match.flatMap(toRange),
    names: new Set(named(known)),
  }));
  return (name) => prepared.find((one) => isMeant(one, name))?.known;
}

function isMeant({ pattern, names, ports }: Prepared, name: string): boolean {
  if (names.has(name) || pattern?.test(name) === true) return true;
  const port = Number(/^tcp:(\d+)$/.exec(name)?.[1]);
  return ports.some(([first, last]) => first <= port && port <= last);
}

/** `tcp:6000-6005`, `tcp:9229`. */
function toRange(text: string): PortRange[] {
  const [, first, last = first] = /^tcp:(\d+)(?:-(\d+))?$/.exec(text) ?? [];
  return first === undefined ? [] : [[Number(first), Number(last)]];
}

/** A pattern with a variable that is not set matches nothing. */
function toPattern(match: readonly string[], variable: FindVariable): RegExp | undefined {
  const sources = match.map((text) => fillIn(text, variable)).filter((text) => text !== undefined);
  return sources.length === 0 ? undefined : new RegExp(`^(?:${sources.map(toSource).join("|")})$`, "su");
}

function fillIn(text: string, variable: FindVariable): string | undefined {
  let isWhole = true;
  const filled = text.replace(/^~(?=\/)|\$([A-Z_]+)/g, (_, name: string | undefined) => {
    const value = variable(name ?? "HOME");
    isWhole &&= value !== undefined && value !== "";
    // What a variable holds is a path, no pattern.
    return (value ?? "").replace(/\/+$/, "").replaceAll("*", "");
  });
  return isWhole ? filled : undefined;
}

function toSource(text: string): string {
  return text
    .split(/(\*\*|\*)/)
    .map((part) =>
      part === "**" ? ".*" : part === "*" ? "[^/]*" : part.replace(/[\\^$.+?()[\]{}|]/g, "\\$&"),
    )
    .join("");
}

/** A port of this machine, as `tcp:PORT`: `tcp://localhost:2375`, `tcp:127.0.0.1:4713`, `[::1]:6666`; DISPLAY's `localhost:10.0` counts from 6000. */
export function portInVariable(name: string, value: string): string | undefined {
  const [, number] = HERE.exec(value) ?? [];
  if (number === undefined) return undefined;
  return `tcp:${name === "DISPLAY" ? Number(number) + FIRST_SCREEN : Number(number)}`;
}

const FIRST_SCREEN = 6_000;
const HERE =
  /^(?:tcp:(?:\/\/)?)?(?:localhost|127(?:\.\d{1,3}){3}|0\.0\.0\.0|\[?::1?\]?):(\d{1,5})(?:\.\d+)?\/?$/;

/** `/run/x.sock`, `unix:///run/x.sock`, `unix:path=/run/x,guid=1`, `/tmp/tmux-0/default,12,0`. */
export function pathInVariable(value: string): string | undefined {
  return /^(?:unix:(?:path=|\/\/)?)?(\/[^,;:]+)/.exec(value)?.[1];
}
