/** Places -> bwrap's arguments, folders before what lies in them. A bind takes what was there before bwrap began: order is everything. */
import { join } from "node:path";
import { type HiddenTemplates, NOTE_NAME } from "./hidden-files.ts";
import { isWithin } from "./look.ts";
import type { Places, Treatment } from "./places.ts";

export interface Mounts {
  readonly args: readonly string[];
  readonly hidden: readonly string[];
  readonly readOnly: readonly string[];
}

type Row = readonly [path: string, treatment: Treatment];

export function mountArgs(places: Places, templates: HiddenTemplates): Mounts {
  const rows = visibleRows(places.sorted());
  const args: string[] = [];
  const closing: string[] = [];
  for (const [path, treatment] of rows) {
    const hasBacks = rows.some(
      ([other, { kind }]) => kind === "back" && other !== path && isWithin(other, path),
    );
    args.push(...argsFor(path, treatment, templates, hasBacks ? "some" : "none"));
    if (treatment.kind === "hidden" && hasBacks) closing.push("--remount-ro", path);
  }
  const pathsOf = (...kinds: readonly Treatment["kind"][]) =>
    rows.filter(([, { kind }]) => kinds.includes(kind)).map(([path]) => path);
  return {
    args: [...args, ...closing],
    hidden: pathsOf("hidden", "fresh"),
    readOnly: pathsOf("read-only"),
  };
}

/** Without what lies in something hidden, unless it is brought back: a mask there would bring its folder back with it. */
function visibleRows(sorted: readonly Row[]): readonly Row[] {
  const rows: Row[] = [];
  for (const row of sorted) {
    const cover = rows.findLast(([path, { kind }]) => changesSight(kind) && isWithin(row[0], path));
    const isCovered = cover?.[1].kind === "hidden" || cover?.[1].kind === "fresh";
    if (row[1].kind === "back" ? isCovered && isHarmless(row, sorted) : !isCovered) rows.push(row);
  }
  return rows;
}

function changesSight(kind: Treatment["kind"]): boolean {
  return kind === "hidden" || kind === "fresh" || kind === "back";
}

/** A link in ~/.ssh may lead to a key. */
function isHarmless([path, treatment]: Row, sorted: readonly Row[]): boolean {
  if (treatment.kind !== "back" || treatment.source === path) return true;
  return !sorted.some(([other, { kind }]) => kind === "hidden" && isWithin(treatment.source, other));
}

function argsFor(
  path: string,
  treatment: Treatment,
  templates: HiddenTemplates,
  backs: "some" | "none",
): readonly string[] {
  switch (treatment.kind) {
    case "hidden":
      if (backs === "some")
        return ["--perms", "0700", "--tmpfs", path, "--symlink", templates.note, join(path, NOTE_NAME)];
      return ["--ro-bind", treatment.type === "folder" ? templates.folder : templates.file, path];
    case "fresh":
      return ["--perms", treatment.perms, "--tmpfs", path];
    case "read-only":
      return ["--ro-bind-try", path, path];
    case "back":
      return [treatment.access === "writable" ? "--bind-try" : "--ro-bind-try", treatment.source, path];
    case "pinned":
      return ["--dev-bind", path, path];
  }
}
