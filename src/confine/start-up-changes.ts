/** Two looks at the same paths -> what is not as it was, each with a word about how. */
import { isAsMade } from "./made-texts.ts";
import type { Contents } from "./start-up-contents.ts";
import type { Mark, Picture } from "./start-up-picture.ts";

export interface Seen {
  readonly picture: Picture;
  readonly contents: Contents;
}

export interface Change {
  readonly path: string;
  readonly how: How;
}

export type How =
  | "new"
  | "removed"
  | "other content"
  | "other rights"
  | "leads elsewhere"
  | "something else in its place"
  | "other names in it"
  | "closed to you"
  | "open to you"
  /** A program, and the one that was found until then. */
  | `new, found before ${string}`;

/** `made`: files that guard itself makes, with their texts; such a one is as good as none. */
export function findChanges(before: Seen, after: Seen, made: ReadonlyMap<string, string>): readonly Change[] {
  const paths = [...new Set([...before.picture.keys(), ...after.picture.keys()])];
  return paths
    .sort((a, b) => (a < b ? -1 : 1))
    .flatMap((path) => {
      const how = describe(path, before, after, made.get(path));
      return how === undefined ? [] : [{ path, how }];
    });
}

/** Undefined: the same, or told by what lies in it. */
function describe(path: string, before: Seen, after: Seen, text: string | undefined): How | undefined {
  const [was, is] = [before.picture.get(path), after.picture.get(path)];
  if (was === undefined) return is === undefined || isNothing(is, after, path, text) ? undefined : "new";
  if (is === undefined) return isNothing(was, before, path, text) ? undefined : "removed";
  if (is.kind === "closed") return was.kind === "closed" ? undefined : "closed to you";
  if (was.kind === "closed") return "open to you";
  return compare(was, is, () => haveSameContent(path, before, after));
}

/** An empty folder; of a file that guard makes, what it made. One whose content was not read is not known to be that. */
function isNothing(mark: Mark, { contents }: Seen, path: string, text: string | undefined): boolean {
  if (mark.kind === "folder") return text === undefined && mark.rest === "";
  return mark.kind === "file" && text !== undefined && isAsMade(text, mark.bytes, () => contents.get(path));
}

type OpenMark = Exclude<Mark, { kind: "closed" }>;

function compare(was: OpenMark, is: OpenMark, hasSameContent: () => boolean): How | undefined {
  if (was.kind !== is.kind) return "something else in its place";
  if (was.leadsTo !== is.leadsTo) return "leads elsewhere";
  if (was.kind === "folder" && is.kind === "folder" && was.rest !== is.rest) return "other names in it";
  if (was.kind !== "file" || is.kind !== "file") return undefined;
  if (!hasSameContent()) return "other content";
  return was.rights === is.rights ? undefined : "other rights";
}

/** By the bytes: a file that was written again with the same ones is the same. Else by its times. */
function haveSameContent(path: string, before: Seen, after: Seen): boolean {
  const [was, is] = [before.contents.get(path), after.contents.get(path)];
  if (was !== undefined && is !== undefined) return was.equals(is);
  return timesIn(before, path) === timesIn(after, path);
}

function timesIn({ picture }: Seen, path: string): string {
  const mark = picture.get(path);
  return mark?.kind === "file" ? mark.times : "";
}
