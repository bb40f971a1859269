/** What is done to which path. One treatment for each path: the strictest. */

export type Treatment =
  /** Nothing can be read or written there; with `room` a folder takes new files, which end with the session. */
  | {
      readonly kind: "hidden";
      readonly type: "file" | "folder";
      readonly what: "secret" | "socket" | "guard";
      readonly room?: "some";
    }
  /** An empty folder of the tree's own. */
  | { readonly kind: "fresh"; readonly perms: string }
  /** The same inside something hidden. */
  | { readonly kind: "room" }
  | { readonly kind: "read-only" }
  /** Brought back inside something hidden; `source` is the real path. */
  | { readonly kind: "back"; readonly source: string; readonly access: "read-only" | "writable" }
  /** Nothing but a mount point: it cannot be renamed, so that nothing else takes the place of what lies below it. */
  | { readonly kind: "pinned" };

const STRICTEST_FIRST: readonly Treatment["kind"][] = [
  "hidden",
  "fresh",
  "room",
  "back",
  "read-only",
  "pinned",
];

export class Places {
  readonly #treatments = new Map<string, Treatment>();

  add(path: string, treatment: Treatment): void {
    const earlier = this.#treatments.get(path);
    if (earlier === undefined || isStricter(treatment, earlier)) this.#treatments.set(path, treatment);
  }

  get(path: string): Treatment | undefined {
    return this.#treatments.get(path);
  }

  set(path: string, treatment: Treatment): void {
    this.#treatments.set(path, treatment);
  }

  /** Folders before what lies in them: a path is longer than every path that it begins with. */
  sorted(): readonly (readonly [path: string, treatment: Treatment])[] {
    return [...this.#treatments].sort(([a], [b]) => (a < b ? -1 : 1));
  }
}

function isStricter(one: Treatment, other: Treatment): boolean {
  if (one.kind === "hidden" && other.kind === "hidden") return one.what === "guard";
  return STRICTEST_FIRST.indexOf(one.kind) < STRICTEST_FIRST.indexOf(other.kind);
}
