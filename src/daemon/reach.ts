/** Connects that lead out of the session: judged, written down, told. Whatever fails on the way is a refusal. */
import { DATAGRAMS } from "../core/opening.ts";
import { makeVisible } from "../core/visible.ts";
import { statPath } from "../disk/files.ts";
import type { GateReach } from "../protocol/gate-messages.ts";
import { judgePort, judgeReach, type Reached, type ReachKnowledge } from "./judge-reach.ts";
import type { FindKnownSocket } from "./known-sockets.ts";
import { findChain } from "./process-chain.ts";
import { addNotice, type SessionState } from "./session-state.ts";
import { shownChain } from "./shown-chain.ts";

export interface ReachPlaces extends Omit<ReachKnowledge, "find"> {
  readonly known: Promise<FindKnownSocket>;
}

/** A process that tries again and again is written down so often, with a count: it must not fill the disk. */
const AGAIN_AFTER_MS = 1_000;
const MOST_KNOWN = 4_096;
const MOST_REFUSALS = 100;

export function createReach(
  state: SessionState,
  places: ReachPlaces,
  nowMs: () => number = performance.now.bind(performance),
): (asked: GateReach) => Promise<"allow" | "deny"> {
  const denied = new Map<string, { readonly atMs: number; readonly since: number }>();
  const allowed = new Set<string>();

  /** Of one process and one socket: how many there were since the last record; undefined: not now. */
  function countDenied(key: string): number | undefined {
    const last = denied.get(key);
    if (last !== undefined && nowMs() - last.atMs < AGAIN_AFTER_MS) {
      denied.set(key, { ...last, since: last.since + 1 });
      return undefined;
    }
    if (denied.size >= MOST_KNOWN) denied.clear();
    denied.set(key, { atMs: nowMs(), since: 0 });
    return (last?.since ?? 0) + 1;
  }

  /** The first one of each socket: ssh-agents and name services are asked often. */
  async function noteAllowed(asked: GateReach, why: string): Promise<"allow" | "deny"> {
    if (allowed.has(asked.name)) return "allow";
    const recorded = await record(asked, { verdict: "allow", why, count: 1 }, state);
    if (recorded !== "recorded") return "deny";
    if (allowed.size < MOST_KNOWN) allowed.add(asked.name);
    return "allow";
  }

  async function noteDenied(asked: GateReach, reached: Extract<Reached, { kind: "deny" }>): Promise<"deny"> {
    state.checks++;
    state.denied++;
    const count = countDenied(`${asked.pid} ${asked.name}`);
    if (count === undefined) return "deny";
    const chain = shownChain(findChain(Number(asked.pid), state), state);
    const text = asked.kind === "datagrams" ? datagramText(chain) : noticeText(asked, reached, chain);
    addNotice(state, text);
    if (state.refusals.size < MOST_REFUSALS) state.refusals.add(text);
    await record(asked, { verdict: "deny", why: reached.why, count, chain }, state);
    return "deny";
  }

  return async (asked) => {
    try {
      const find = await places.known;
      if (asked.kind === "port") return judgePort(asked.name, { ...places, find }).kind;
      const wanted = { ...asked, kind: asked.kind, isSameFile: await isSameFile(asked) };
      const reached = judgeReach(wanted, { ...places, find });
      if (reached.kind === "allow") return await noteAllowed(asked, reached.why);
      return reached.tell === "yes" ? await noteDenied(asked, reached) : "deny";
    } catch (problem) {
      const why = `guard could not judge it (${problem instanceof Error ? problem.message : problem})`;
      return noteDenied(asked, { kind: "deny", why, tell: "yes", revealable: "no" });
    }
  };
}

/** The session goes on, with this hole: whoever looks is told. */
export function noteNoRule(problem: string, state: SessionState): void {
  const reason = `programs below can connect to every socket of this user (tmux, docker, D-Bus …): ${problem}`;
  addNotice(state, reason);
  void state.recorder.append({
    event: "notice",
    session: state.session,
    details: { reason, rule: "guard.no-connect-rule" },
  });
}

/** Mounts of the agent's own make names lie. */
async function isSameFile({ kind, name, device, inode }: GateReach): Promise<boolean> {
  if (kind !== "path") return false;
  const found = await statPath(name, { bigint: true }).catch(() => undefined);
  return found !== undefined && String(found.dev) === device && String(found.ino) === inode;
}

/** By its program alone: the same one may be started a hundred times. */
function datagramText(chain: readonly string[]): string {
  const who = chain.at(-1) ?? "a program";
  return `${who} was refused a unix socket for datagrams, which sends to any server; guard run --reveal ${DATAGRAMS} opens them`;
}

function noticeText(
  { name, bound }: GateReach,
  { why, revealable }: Extract<Reached, { kind: "deny" }>,
  chain: readonly string[],
): string {
  const who = chain.length === 0 ? "" : `${chain.join(" > ")}: `;
  const what = name === "" ? "a connection" : `a connection to ${makeVisible(name)}`;
  // One that its owner, or the agent, gave another name is known by both.
  const names = [name, ...(bound.startsWith("/") && bound !== name ? [bound] : [])];
  const options = names.map((one) => ` --reveal ${makeVisible(one)}`).join("");
  const opens = revealable === "yes" ? `; guard run${options} opens it` : "";
  return `${who}${what} was refused: it leads out of the session (${why})${opens}`;
}

function record(
  { name, bound, pid, kind }: GateReach,
  {
    verdict,
    why,
    count,
    chain,
  }: { verdict: "allow" | "deny"; why: string; count: number; chain?: readonly string[] },
  { recorder, session }: SessionState,
) {
  return recorder.append({
    event: "notice",
    session,
    details: {
      verdict,
      rule: "guard.reach",
      reason: why,
      kind,
      name,
      ...(bound === name || bound === "" ? {} : { bound }),
      pid: Number(pid),
      ...(chain ? { chain } : {}),
      ...(count === 1 ? {} : { count }),
    },
  });
}
