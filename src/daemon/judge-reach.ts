/**
 * May a program below connect to this socket of somebody outside? By what guard knows of it, and by what the user revealed.
 * A name is worth nothing by itself: the agent can rename, link and mount. So it must lead to the same file for the daemon, and
 * the name that the socket's owner gave it, which the kernel keeps, must be an open one too.
 */
import type { KnownSocket } from "../core/known-socket.ts";
import { isBelow } from "./is-below.ts";

export type Reached =
  | { readonly kind: "allow"; readonly why: string }
  /** `tell`: a person should hear of it; else it looks to the caller like a server that is not there. */
  | {
      readonly kind: "deny";
      readonly why: string;
      readonly tell: "yes" | "no";
      readonly revealable: "yes" | "no";
    };

export interface Wanted {
  readonly kind: "path" | "abstract" | "datagrams" | "datagram-pair" | "tcp" | "unseen";
  readonly name: string;
  readonly bound: string;
  readonly found: "socket" | "nobody" | "other";
  /** Under this name the daemon finds the very file. */
  readonly isSameFile: boolean;
}

export interface ReachKnowledge {
  /** `<runtime>/guard`, with all sessions of this user; as it was named, and with links followed. */
  readonly guardFolders: readonly string[];
  readonly reveals: readonly string[];
  readonly datagrams: "open" | "closed";
  /** `tcp:PORT` */
  readonly ports: readonly string[];
  find(name: string): KnownSocket | undefined;
}

export const GUARD_OWN = "it is guard's own";
const TO_ANYBODY = "a unix socket for datagrams sends to every server of this user, unseen";

export function judgeReach(wanted: Wanted, knowledge: ReachKnowledge): Reached {
  const { kind } = wanted;
  if (kind === "datagrams" || kind === "datagram-pair") return judgeDatagrams(kind, knowledge);
  if (kind === "tcp") return judgePort(wanted.name, knowledge);
  return judgeName(wanted, knowledge);
}

/** Whoever listens there: what is known goes by the number alone, and most numbers are open. */
export function judgePort(name: string, { ports, find }: ReachKnowledge): Reached {
  const known = find(name);
  if (known?.reach !== "closed") return { kind: "allow", why: "its port is not one of a known way out" };
  if (ports.includes(name)) return { kind: "allow", why: "the user revealed it" };
  return deny(known.about, "yes", "yes");
}

/** Of a pair the caller gets another kind, and need not know. */
function judgeDatagrams(kind: "datagrams" | "datagram-pair", { datagrams }: ReachKnowledge): Reached {
  if (datagrams === "open") return { kind: "allow", why: "the user revealed it" };
  return deny(TO_ANYBODY, kind === "datagrams" ? "yes" : "no", "yes");
}

function judgeName(wanted: Wanted, { guardFolders, reveals, find }: ReachKnowledge): Reached {
  const name = plainName(wanted.name);
  const bound = plainName(wanted.bound);
  const given = bound === "" ? [name] : [name, bound];
  if (wanted.kind === "unseen") return unseen(name);
  if (given.some((one) => guardFolders.some((folder) => isBelow(one, folder))))
    return deny(GUARD_OWN, "yes", "no");
  const isRevealed = (one: string) =>
    reveals.some((revealed) => isBelow(one, revealed)) || (!one.startsWith("/") && name.endsWith(`/${one}`));
  if (wanted.kind === "path" && wanted.isSameFile && given.every(isRevealed))
    return { kind: "allow", why: "the user revealed it" };
  const known = given.map((one) => find(one));
  const closed = known.find((one) => one?.reach === "closed");
  if (wanted.found !== "socket") return notThere(wanted, closed);
  if (closed !== undefined) return deny(closed.about, "yes", revealable(wanted));
  if (wanted.kind === "path" && !wanted.isSameFile)
    return deny("outside of the agent's view that name leads to something else", "yes", "no");
  if (bound === "") return deny("the kernel does not tell whose it is", "yes", revealable(wanted));
  const [first, second] = known;
  if (first?.reach === "open" && second?.reach === "open") return { kind: "allow", why: first.about };
  return deny("guard does not know the program behind it", "yes", revealable(wanted));
}

/** A file that was put over a known socket is told: somebody wanted that one. */
function notThere({ found }: Wanted, closed: KnownSocket | undefined): Reached {
  if (closed === undefined || found === "nobody") return deny("nobody listens there", "no", "no");
  return deny(closed.about, "yes", "yes");
}

function unseen(name: string): Reached {
  return name === ""
    ? deny("guard may not look at the process that connects", "yes", "no")
    : deny("guard cannot follow that name (a link of /proc, or a folder that is gone)", "yes", "no");
}

function revealable({ kind }: Wanted): "yes" | "no" {
  return kind === "path" ? "yes" : "no";
}

function deny(why: string, tell: "yes" | "no", can: "yes" | "no"): Reached {
  return { kind: "deny", why, tell, revealable: can };
}

/** Programs bind by the old name of /run. */
function plainName(name: string): string {
  return name.replace(/^\/var\/run\//, "/run/").replace(/ \(deleted\)$/, "");
}
