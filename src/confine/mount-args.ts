/** Places -> bwrap's arguments, folders before what lies in them. A bind takes what was there before bwrap began: order is everything. */
import { dirname, join } from "node:path";
import { type HiddenTemplates, NOTE_NAME } from "./hidden-files.ts";
import type { KeptName } from "./kept-names.ts";
import { isWithin } from "./look.ts";
import type { Places, Treatment } from "./places.ts";

export interface Mounts {
  readonly args: readonly string[];
  readonly hidden: readonly string[];
  readonly readOnly: readonly string[];
  /** What the keeper looks after. */
  readonly masked: readonly KeptName[];
}

type Row = readonly [path: string, treatment: Treatment];

export function mountArgs(places: Places, templates: HiddenTemplates): Mounts {
  const rows = visibleRows(places.sorted());
  const backs = rows.filter(([, { kind }]) => kind === "back" || kind === "room");
  const withBacks = new Set(backs.flatMap(([back]) => wayTo(back)));
  const backsIn = (folder: string) => (withBacks.has(folder) ? "some" : "none");
  const opening = rows.flatMap((row) => openingArgs(row, templates, backsIn(row[0])));
  const closing = rows.flatMap((row) => closingArgs(row, backsIn(row[0])));
  const pathsOf = (...kinds: readonly Treatment["kind"][]) =>
    rows.filter(([, { kind }]) => kinds.includes(kind)).map(([path]) => path);
  return {
    args: [...opening, ...closing],
    hidden: pathsOf("hidden", "fresh"),
    readOnly: pathsOf("read-only"),
    masked: rows.flatMap((row) => maskOf(row, backsIn(row[0]))),
  };
}

/** Without what lies in something hidden, unless it is brought back: a mask there would bring its folder back with it. */
function visibleRows(sorted: readonly Row[]): readonly Row[] {
  const rows = new Map<string, Treatment>();
  for (const row of sorted) {
    const [path, { kind }] = row;
    const above = wayTo(path).flatMap((folder) => rows.get(folder)?.kind ?? []);
    const cover = above.find(changesSight);
    const isCovered = cover !== undefined && cover !== "back";
    const isInside = kind === "back" || kind === "room";
    // Nothing in a read-only folder can be renamed; a mount there would make it writable.
    if (kind === "pinned" && above.includes("read-only")) continue;
    if (isInside ? isCovered && isHarmless(row, sorted) : !isCovered) rows.set(path, row[1]);
  }
  return [...rows];
}

/** The path, and the folders above it, the nearest first: each row asks for a few, and there are a hundred others. */
function wayTo(path: string): readonly string[] {
  const way = [path];
  for (let folder = dirname(path); folder !== way.at(-1); folder = dirname(folder)) way.push(folder);
  return way;
}

function changesSight(kind: Treatment["kind"]): boolean {
  return kind === "hidden" || kind === "fresh" || kind === "room" || kind === "back";
}

/** A link in ~/.ssh may lead to a key. (hide-partly.ts lets links to files through alone: a folder may hold anything.) */
function isHarmless([path, treatment]: Row, sorted: readonly Row[]): boolean {
  if (treatment.kind !== "back" || treatment.source === path) return true;
  return !sorted.some(
    ([other, { kind }]) => (kind === "hidden" || kind === "fresh") && isWithin(treatment.source, other),
  );
}

function maskOf([path, treatment]: Row, backs: "some" | "none"): readonly KeptName[] {
  switch (treatment.kind) {
    case "hidden":
      return [{ as: isStandIn(treatment, backs) ? "stand-in" : "hidden", path }];
    case "fresh":
      return [{ as: "stand-in", path }];
    case "read-only":
      return [{ as: "read-only", path }];
    case "room":
    case "back":
    case "pinned":
      return [];
  }
}

/** What may be gone until bwrap runs, and is no loss, has a -try; a mask has none: better no session than one without it. */
function openingArgs(
  [path, treatment]: Row,
  templates: HiddenTemplates,
  backs: "some" | "none",
): readonly string[] {
  switch (treatment.kind) {
    case "hidden":
      if (isStandIn(treatment, backs))
        return ["--perms", "0700", "--tmpfs", path, "--symlink", templates.note, join(path, NOTE_NAME)];
      return ["--ro-bind", treatment.type === "folder" ? templates.folder : templates.file, path];
    case "fresh":
      return ["--perms", treatment.perms, "--tmpfs", path];
    case "room":
      return ["--perms", "0700", "--tmpfs", path];
    case "read-only":
      return [treatment.presence === "must" ? "--ro-bind" : "--ro-bind-try", path, path];
    case "back":
      return [treatment.access === "writable" ? "--bind-try" : "--ro-bind-try", treatment.source, path];
    case "pinned":
      return ["--dev-bind", path, path];
  }
}

/** A stand-in is closed when everything is in it. */
function closingArgs([path, treatment]: Row, backs: "some" | "none"): readonly string[] {
  if (treatment.kind !== "hidden" || treatment.room === "some" || !isStandIn(treatment, backs)) return [];
  return ["--remount-ro", path];
}

/** A folder in which something is seen cannot be the same for all. */
function isStandIn({ room }: Extract<Treatment, { kind: "hidden" }>, backs: "some" | "none"): boolean {
  return room === "some" || backs === "some";
}
