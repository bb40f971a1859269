/** The order of mounts: folders before what lies in them, and nothing hidden is brought back by what comes later. */
import { describe, expect, test } from "vitest";
import { hiddenTemplates } from "../../src/confine/hidden-files.ts";
import { mountArgs } from "../../src/confine/mount-args.ts";
import { Places, type Treatment } from "../../src/confine/places.ts";

const HIDDEN: Treatment = { kind: "hidden", type: "folder", what: "secret" };
const HIDDEN_FILE: Treatment = { kind: "hidden", type: "file", what: "secret" };
const READ_ONLY: Treatment = { kind: "read-only" };
const PINNED: Treatment = { kind: "pinned" };
const FRESH: Treatment = { kind: "fresh", perms: "0700" };
const back = (source: string): Treatment => ({ kind: "back", source, access: "read-only" });

/** Each mount as `option path`. */
const ROWS: readonly (readonly [
  name: string,
  places: readonly (readonly [string, Treatment])[],
  mounts: readonly string[],
])[] = [
  [
    "a read-only project comes before what is hidden in it",
    [
      ["/p/.aws", HIDDEN],
      ["/p", READ_ONLY],
    ],
    ["--ro-bind-try /p", "--ro-bind /p/.aws"],
  ],
  [
    "a read-only folder in a hidden one does not bring it back",
    [
      ["/h/.aws", HIDDEN],
      ["/h/.aws/x", READ_ONLY],
    ],
    ["--ro-bind /h/.aws"],
  ],
  [
    "nor does a pinned one",
    [
      ["/h", FRESH],
      ["/h/x", PINNED],
    ],
    ["--tmpfs /h"],
  ],
  [
    "a pinned folder in a read-only one needs no mount, which would make it writable",
    [
      ["/p", { kind: "read-only", presence: "must" }],
      ["/p/x", PINNED],
      ["/p/x/y", HIDDEN],
    ],
    ["--ro-bind /p", "--ro-bind /p/x/y"],
  ],
  [
    "an empty folder stands in a hidden one, and nowhere else",
    [
      ["/a/x", { kind: "room" }],
      ["/h", HIDDEN],
      ["/h/x", { kind: "room" }],
      ["/h/x/y", back("/h/x/y")],
    ],
    [
      "--tmpfs /h",
      "--symlink /h/HIDDEN-BY-GUARD.txt",
      "--tmpfs /h/x",
      "--ro-bind-try /h/x/y",
      "--remount-ro /h",
    ],
  ],
  [
    "a hidden file in a hidden folder needs no mount",
    [
      ["/h", HIDDEN],
      ["/h/f", HIDDEN_FILE],
    ],
    ["--ro-bind /h"],
  ],
  [
    "a name that only begins like it is another",
    [
      ["/h/a", HIDDEN],
      ["/h/ab", HIDDEN],
      ["/h/a b", READ_ONLY],
    ],
    ["--ro-bind /h/a", "--ro-bind-try /h/a b", "--ro-bind /h/ab"],
  ],
  [
    "what is brought back comes after its folder, which is closed at the end",
    [
      ["/h/x", back("/h/x")],
      ["/h", HIDDEN],
      ["/z", HIDDEN],
    ],
    [
      "--tmpfs /h",
      "--symlink /h/HIDDEN-BY-GUARD.txt",
      "--ro-bind-try /h/x",
      "--ro-bind /z",
      "--remount-ro /h",
    ],
  ],
  [
    "what is hidden in something brought back is hidden again",
    [
      ["/h", HIDDEN],
      ["/h/x", back("/h/x")],
      ["/h/x/y", HIDDEN],
    ],
    [
      "--tmpfs /h",
      "--symlink /h/HIDDEN-BY-GUARD.txt",
      "--ro-bind-try /h/x",
      "--ro-bind /h/x/y",
      "--remount-ro /h",
    ],
  ],
  ["nothing is brought back where nothing is hidden", [["/h/x", back("/h/x")]], []],
  [
    "a link to something hidden is not brought back",
    [
      ["/h", HIDDEN],
      ["/k", HIDDEN],
      ["/h/x", back("/k/y")],
    ],
    ["--ro-bind /h", "--ro-bind /k"],
  ],
  [
    "a folder with room is not closed",
    [["/h", { ...HIDDEN, kind: "hidden", type: "folder", what: "secret", room: "some" }]],
    ["--tmpfs /h", "--symlink /h/HIDDEN-BY-GUARD.txt"],
  ],
];

describe("mounts", () => {
  test.for(ROWS)("%s", ([, places, mounts]) => {
    const table = new Places();
    for (const [path, treatment] of places) table.add(path, treatment);
    expect(shown(mountArgs(table, hiddenTemplates("/s")).args)).toEqual(mounts);
  });

  test("of two treatments of one path the stricter one counts, whichever came first", () => {
    for (const pair of [
      [READ_ONLY, HIDDEN],
      [HIDDEN, READ_ONLY],
    ] as const) {
      const table = new Places();
      for (const treatment of pair) table.add("/h", treatment);
      expect(table.get("/h")).toEqual(HIDDEN);
    }
  });
});

const WORDS_AFTER: Readonly<Record<string, number>> = { "--remount-ro": 1, "--tmpfs": 1, "--perms": 1 };

function shown(args: readonly string[]): readonly string[] {
  const lines: string[] = [];
  for (let at = 0; at < args.length; ) {
    const option = args[at] ?? "";
    const words = WORDS_AFTER[option] ?? 2;
    if (option !== "--perms") lines.push(`${option} ${args[at + words]}`);
    at += words + 1;
  }
  return lines;
}
