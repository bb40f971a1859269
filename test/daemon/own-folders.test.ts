/** What was done to guard's own folders since a session began is known, however short it took. */
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readOwn } from "../../src/daemon/own-folders.ts";
import { beyond, Home } from "./held-folders.ts";

let at: Home;
beforeEach(() => {
  at = new Home();
});
afterEach(() => at.dispose());

const away = (path: string) => renameSync(path, `${path}-away`);
const back = (path: string) => renameSync(`${path}-away`, path);

/** What is done, and the path that it is told of; undefined: it is no move. */
const DEEDS: Record<string, readonly [deed: () => void, told: (() => string) | undefined]> = {
  "nothing at all": [() => undefined, undefined],
  "a file that is written anew in it": [
    () => {
      writeFileSync(join(at.policy, "new.yaml"), "1");
      renameSync(join(at.policy, "new.yaml"), join(at.policy, "policy.yaml"));
    },
    undefined,
  ],
  "twenty thousand files that come and go beside it": [
    () => {
      for (let count = 0; count < 10_000; count++) {
        writeFileSync(join(at.home, ".config/x"), "");
        rmSync(join(at.home, ".config/x"));
      }
    },
    undefined,
  ],
  "a move there and back": [
    () => {
      away(at.policy);
      back(at.policy);
    },
    () => at.policy,
  ],
  "a move there and back under twenty thousand files that come and go": [
    () => {
      away(at.policy);
      back(at.policy);
      for (let count = 0; count < 10_000; count++) {
        writeFileSync(join(at.home, ".config/x"), "");
        rmSync(join(at.home, ".config/x"));
      }
    },
    () => at.policy,
  ],
  "a move there and back of the folder above": [
    () => {
      away(join(at.home, ".local"));
      back(join(at.home, ".local"));
    },
    () => join(at.home, ".local"),
  ],
  "another folder in its place": [
    () => {
      away(at.state);
      mkdirSync(at.state);
    },
    () => at.state,
  ],
  "a link in its place, to itself": [
    () => {
      away(at.state);
      symlinkSync(`${at.state}-away`, at.state);
    },
    () => at.state,
  ],
  "its removal": [() => rmdirSync(at.state), () => at.state],
};

describe.skipIf(beyond === undefined)("guard's own folders", () => {
  test.for(Object.entries(DEEDS))("%s", async ([, [deed, told]]) => {
    const own = at.keep();
    deed();
    const moved = own.findMoved();
    const read = await readOwn(async () => ({ kind: "read" as const }), own);
    own.forget();
    if (told === undefined) {
      expect(moved).toBeUndefined();
      expect(read.kind).toBe("read");
    } else {
      expect(moved?.path).toBe(told());
      expect(read).toEqual({ kind: "not-ours", problem: `${told()} was ${moved?.how} while the agent runs` });
    }
  });

  test("a move is known for good", () => {
    const own = at.keep();
    away(at.policy);
    back(at.policy);
    const moved = { path: at.policy, how: "moved" };
    expect([own.findMoved(), own.findMoved()]).toEqual([moved, moved]);
    own.forget();
    expect(own.findMoved()).toEqual(moved);
  });

  test("each is known by what it is, and one that is not there as gone", () => {
    const none = join(at.home, "none");
    const own = at.keep(none);
    expect(own.identities[at.policy]).toMatch(/^\d+:\d+$/);
    expect(own.identities[none]).toBe("gone");
    own.forget();
  });

  test.for(Object.entries(PUT_BACK))("%s: it comes back, and what lay in its place is aside", ([, deed]) => {
    writeFileSync(join(at.policy, "policy.yaml"), "the user's");
    const own = at.keep();
    deed();
    const said = own.putBack().join("\n");
    expect(said).toContain("while the agent ran; it is back, from ");
    expect(readFileSync(join(at.policy, "policy.yaml"), "utf8")).toBe("the user's");
    expect(findAside(at.home)).toContain("somebody else's");
  });

  test("there is an agent's folder of the name that the kernel shows for a removed one", () => {
    const own = at.keep();
    makeFalse(`${at.policy}-away (deleted)`);
    makeFalse(`${at.policy}-false`);
    away(at.policy);
    rmdirSync(`${at.policy}-away`);
    renameSync(`${at.policy}-false`, at.policy);
    expect(own.putBack()).toEqual([expect.stringContaining(`${at.policy} was deleted while the agent ran`)]);
    expect(readdirSync(at.policy)).toEqual([]);
    expect(statSync(at.policy).mode & 0o777).toBe(0o700);
    expect(findAside(at.home)).toContain("somebody else's");
  });

  test("two that took each other's place come back both", () => {
    writeFileSync(join(at.policy, "policy.yaml"), "the user's");
    const own = at.keep();
    away(at.policy);
    renameSync(at.state, at.policy);
    renameSync(`${at.policy}-away`, at.state);
    expect(own.putBack()).toHaveLength(2);
    expect(readdirSync(at.policy)).toEqual(["policy.yaml"]);
    expect(readdirSync(at.state)).toEqual([]);
  });

  test("a folder above that was closed is open again", () => {
    writeFileSync(join(at.policy, "policy.yaml"), "the user's");
    const own = at.keep();
    chmodSync(dirname(at.policy), 0);
    own.putBack();
    expect(readFileSync(join(at.policy, "policy.yaml"), "utf8")).toBe("the user's");
  });

  test("a link on the way is a link again", () => {
    const linked = join(at.home, "linked");
    symlinkSync(at.policy, linked);
    const own = at.keep(linked);
    rmSync(linked);
    makeFalse(linked);
    expect(own.findMoved()).toEqual({ path: linked, how: "replaced" });
    own.putBack();
    expect(readlinkSync(linked)).toBe(at.policy);
    expect(findAside(at.home)).toContain("somebody else's");
  });
});

function makeFalse(folder: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "policy.yaml"), "somebody else's");
}

function exchange(path: string): void {
  away(path);
  makeFalse(path);
}

/** Rules in folders that were put aside, at any depth. */
function findAside(home: string): string[] {
  const names = readdirSync(home, { recursive: true, encoding: "utf8" });
  return names
    .filter((name) => /\.not-guards-.*\/policy\.yaml$/.test(name))
    .map((name) => readFileSync(join(home, name), "utf8"));
}

/** Each leaves somebody else's rules where the user's were. */
const PUT_BACK: Record<string, () => void> = {
  "moved elsewhere": () => {
    renameSync(at.policy, join(at.home, "elsewhere"));
    makeFalse(at.policy);
  },
  "the name for what is put aside is taken": () => {
    makeFalse(`${at.policy}.not-guards-abcd`);
    exchange(at.policy);
  },
  "the folder above is another one, and closed to writers": () => {
    const above = dirname(at.policy);
    away(above);
    makeFalse(at.policy);
    chmodSync(above, 0o555);
  },
  "moved into the false one": () => {
    away(at.policy);
    makeFalse(at.policy);
    renameSync(`${at.policy}-away`, join(at.policy, "inner"));
  },
  "moved into a folder that nobody can enter, and closed itself": () => {
    mkdirSync(join(at.home, "closed"));
    renameSync(at.policy, join(at.home, "closed/x"));
    makeFalse(at.policy);
    chmodSync(join(at.home, "closed/x"), 0);
    chmodSync(join(at.home, "closed"), 0);
  },
  "a link to a false one in its place": () => {
    makeFalse(join(at.home, ".config/false.not-guards-x"));
    away(at.policy);
    symlinkSync(join(at.home, ".config/false.not-guards-x"), at.policy);
  },
};
