/** What guard saw of one agent's session, from its records. Pure. */
import type { SeenRecord } from "./session-records.ts";
import { claimedTier, type Tier } from "./tiers.ts";

const ASKERS = ["gate", "hook", "shim"] as const;
type Asker = (typeof ASKERS)[number];

export interface AgentCoverage {
  /** As it was written after `--`. */
  readonly command: readonly string[];
  /** Its name in policy/agents; null: guard does not know its ways. */
  readonly known: string | null;
  /** Exit status, or the signal's name. */
  readonly status: number | string;
  /** Null: there was none; the status tells why (125, 126, 127). */
  readonly session: string | null;
  readonly tier: Tier | null;
  readonly checks: number;
  readonly denied: number;
  readonly denials: readonly Denial[];
  readonly programs: readonly SeenProgram[];
  /** Shells by who saw them start: one that only a hook saw starts unseen where the hook is skipped. */
  readonly shells: ShellStarts;
}

export interface SeenProgram {
  readonly name: string;
  readonly kind: "shell" | "program";
  readonly times: number;
  readonly denied: number;
  readonly by: readonly Asker[];
}

export interface Denial {
  readonly command: string;
  readonly reason: string;
  readonly by: Asker;
}

export interface ShellStarts {
  readonly onlyGate: number;
  readonly onlyHook: number;
  readonly onlyShim: number;
  readonly several: number;
}

export interface AgentRun {
  readonly command: readonly string[];
  readonly known: string | null;
  readonly status: number | string;
  readonly session: string | null;
}

interface Seen extends SeenRecord {
  readonly layer: Asker;
}

export function coverAgent(run: AgentRun, records: readonly SeenRecord[]): AgentCoverage {
  const seen = records.filter(isSeen);
  const denied = seen.filter(({ verdict }) => verdict === "deny");
  const tierWords = records.find(({ event }) => event === "session-start")?.details?.["tier"];
  return {
    ...run,
    tier: typeof tierWords === "string" ? claimedTier(tierWords) : null,
    checks: seen.length,
    denied: denied.length,
    denials: denied.map(({ command = "", reason = "", layer }) => ({
      command: [command].flat().join(" "),
      reason,
      by: layer,
    })),
    programs: groupPrograms(seen.filter(({ decided_by }) => decided_by !== "root")),
    shells: countShells(seen.filter((record) => record.decided_by !== "root" && isShell(record))),
  };
}

function isSeen(record: SeenRecord): record is Seen {
  return record.verdict !== undefined && record.layer !== undefined && record.layer !== "root";
}

const SHELLS = ["sh", "bash", "dash", "zsh", "fish", "ksh", "mksh", "ash", "csh", "tcsh"];

function isShell(record: Seen): boolean {
  return SHELLS.includes(nameOf(record));
}

/** A line, a script or a stdin was read by a shell; all else is a program with its own name. */
function nameOf({ shell, tool_name = "" }: Seen): string {
  const name = shell ?? tool_name;
  return name.slice(name.lastIndexOf("/") + 1);
}

function groupPrograms(seen: readonly Seen[]): SeenProgram[] {
  const groups = new Map<string, Seen[]>();
  for (const record of seen) groups.set(nameOf(record), [...(groups.get(nameOf(record)) ?? []), record]);
  return [...groups]
    .map(
      ([name, records]): SeenProgram => ({
        name,
        kind: SHELLS.includes(name) ? "shell" : "program",
        times: records.length,
        denied: records.filter(({ verdict }) => verdict === "deny").length,
        by: ASKERS.filter((asker) => records.some(({ layer }) => layer === asker)),
      }),
    )
    .sort((a, b) => RANK[a.kind] - RANK[b.kind] || b.times - a.times || a.name.localeCompare(b.name));
}

const RANK = { shell: 0, program: 1 } as const;

/** One start is one process, whoever asks for it. */
function countShells(seen: readonly Seen[]): ShellStarts {
  const starts = new Map<number, Set<Asker>>();
  for (const { pid = 0, layer } of seen) starts.set(pid, (starts.get(pid) ?? new Set<Asker>()).add(layer));
  const only = (asker: Asker) => [...starts.values()].filter((by) => by.size === 1 && by.has(asker)).length;
  const several = [...starts.values()].filter((by) => by.size > 1).length;
  return { onlyGate: only("gate"), onlyHook: only("hook"), onlyShim: only("shim"), several };
}
