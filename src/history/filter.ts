/** What somebody looks for, and what of it the index can answer by its numbers. */
import type { Database } from "../audit/database.ts";
import { type Name, type NameKind, namesOf } from "./names.ts";

export interface Filter {
  /** An id, or how it begins. */
  readonly session?: string;
  readonly verdict?: "allow" | "deny";
  /** A base name, or a path that ends with it. */
  readonly program?: string;
  /** An id, or how it begins. */
  readonly rule?: string;
  /** With or without the door: `console:alice`, `alice`. */
  readonly person?: string;
  readonly agent?: string;
  /** A folder, absolute: projects there and below. */
  readonly project?: string;
  /** One, or one of several. */
  readonly decider?: string | readonly string[];
  /** None of these. Events, which nobody decides, fit. */
  readonly notDecider?: readonly string[];
  readonly sinceMs?: number;
  readonly untilMs?: number;
  /** Somewhere in command, reason or folder; small and large letters are the same. */
  readonly text?: string;
  /** `with`: not only verdicts. */
  readonly events?: "with" | "without";
  /** Only records behind this one. */
  readonly afterSeq?: number;
}

export interface NameFilter {
  readonly column: "session" | "rule" | "person" | "agent" | "project" | "decider" | "program";
  readonly ids: readonly number[];
  /** How many records have one of them, about. */
  readonly uses: number;
}

/** `undefined`: no record can have it. */
export function nameFilters(index: Database, filter: Filter): readonly NameFilter[] | undefined {
  const wanted: [
    NameFilter["column"] & NameKind,
    Filter["decider"],
    (names: Name[], text: string) => Name[],
  ][] = [
    ["session", filter.session, byBeginning],
    ["rule", filter.rule, byBeginning],
    ["person", filter.person, byPerson],
    ["agent", filter.agent, exactly],
    ["project", filter.project, byFolder],
    ["decider", filter.decider, exactly],
    ["program", filter.program, byBaseName],
  ];
  const filters: NameFilter[] = [];
  for (const [column, texts, choose] of wanted) {
    if (texts === undefined) continue;
    const all = namesOf(index, column);
    const names = [texts].flat().flatMap((text) => choose(all, text));
    if (names.length === 0) return undefined;
    filters.push({
      column,
      ids: names.map(({ id }) => id),
      uses: names.reduce((sum, { uses }) => sum + uses, 0),
    });
  }
  return filters;
}

function exactly(names: readonly Name[], wanted: string): Name[] {
  return names.filter(({ text }) => text === wanted);
}

/** The index knows programs by their base names. */
function byBaseName(names: readonly Name[], wanted: string): Name[] {
  return exactly(names, wanted.slice(wanted.lastIndexOf("/") + 1));
}

/** The whole one before those that only begin like it. */
function byBeginning(names: readonly Name[], wanted: string): Name[] {
  const whole = exactly(names, wanted);
  return whole.length > 0 ? whole : names.filter(({ text }) => text.startsWith(wanted));
}

function byPerson(names: readonly Name[], wanted: string): Name[] {
  return names.filter(({ text }) => text === wanted || text.endsWith(`:${wanted}`));
}

function byFolder(names: readonly Name[], wanted: string): Name[] {
  const below = wanted.endsWith("/") ? wanted : `${wanted}/`;
  return names.filter(({ text }) => text === wanted || text.startsWith(below));
}
