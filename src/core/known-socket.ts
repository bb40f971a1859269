/** Sockets of other programs that guard knows by name: which may be connected to from below, which lead out, and why. */

export interface KnownSocket {
  /** What it is, and for a closed one what it could be used for: the reason that people read. */
  readonly about: string;
  readonly reach: "open" | "closed";
  /** Absolute paths, or `@name` for abstract ones, with `~`, `$NAME`, `*` (no slash) and `**` (anything). */
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
}

/** The first entry counts. `named`: what the variables hold, links followed. */
export function prepareSockets(
  table: SocketTable,
  variable: FindVariable,
  named: (known: KnownSocket) => readonly string[],
): (name: string) => KnownSocket | undefined {
  const prepared: readonly Prepared[] = table.map((known) => ({
    known,
    pattern: toPattern(known.match, variable),
    names: new Set(named(known)),
  }));
  return (name) =>
    prepared.find(({ pattern, names }) => names.has(name) || pattern?.test(name) === true)?.known;
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

/** `/run/x.sock`, `unix:///run/x.sock`, `unix:path=/run/x,guid=1`, `/tmp/tmux-0/default,12,0`. */
export function pathInVariable(value: string): string | undefined {
  return /^(?:unix:(?:path=|\/\/)?)?(\/[^,;:]+)/.exec(value)?.[1];
}
