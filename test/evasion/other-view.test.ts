/** A name is believed, or an answer kept, for a file that guard has read: so whoever runs it must find that very file. */
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Run } from "../launcher/guard-run.ts";
import { GuardMachine, whyNot } from "./guard-machine.ts";

let here: GuardMachine;
beforeEach(() => {
  here = new GuardMachine();
  // Confined root has no namespaces of its own; the gate's own judgement is what is tried here.
  here.confine = process.getuid?.() === 0 ? "off" : "auto";
});
afterEach(() => here.machine.dispose());

const home = (name: string) => join(here.machine.folder, "home", name);
const mark = () => here.place.mark;

function writeHome(name: string, text: string): string {
  mkdirSync(dirname(home(name)), { recursive: true });
  writeFileSync(home(name), text);
  return home(name);
}

const otherView = (...words: string[]) => [here.place.attacker("other-view"), ...words];

/** Until it has ended: the first question is answered for the session, all others are denied. Tells how many there were. */
async function answerFirst(run: Run): Promise<number> {
  const asked: string[] = [];
  let hasEnded = false;
  void run.closed.then(() => {
    hasEnded = true;
  });
  while (!hasEnded) {
    const pending = await here.machine.pending();
    if (pending.length === 0) await pause(5);
    for (const { id } of pending.filter(({ id }) => !asked.includes(id))) {
      asked.push(id);
      await here.guard(["resolve", id, "--decision", asked.length === 1 ? "session" : "deny"]);
    }
  }
  return asked.length;
}

describe.skipIf(whyNot.length > 0)("start-up files", () => {
  const login = ["/bin/bash", "-lc", "ls -d /; ls -d /"];

  test("of the user's start what they start, in a sandbox that shows them as they are", async () => {
    writeHome(".profile", "touch ~/.made\n");
    const { folder } = here.place;
    const run = await here.run(otherView("bound", folder, folder, ...login));
    expect(run.stdout).toContain("ended: 0");
    expect(existsSync(home(".made"))).toBe(true);
  });

  test.for(["home/.profile", "home/linked", "/etc/profile"])(
    "that are bound over %s start nothing",
    async (name) => {
      const evil = here.place.write("evil", `touch ${mark()}\n`);
      if (name === "home/linked") {
        writeHome("linked", "true\n");
        symlinkSync(home("linked"), home(".profile"));
      } else writeHome(".profile", "true\n");
      const file = name.startsWith("/") ? name : join(here.machine.folder, name);
      const run = await here.run(otherView("bound", evil, file, ...login));
      expect(run.stdout).toContain("ended: ");
      expect(here.place.ran).toBe(false);
    },
  );
});

describe.skipIf(whyNot.length > 0)("an answer for the session", () => {
  const files = () => {
    const { place } = here;
    place.makeFolder("work");
    const evil = place.write("evil.py", `open(${JSON.stringify(mark())}, "w").close()\n`);
    const file = place.write("work/y.py", "print(1)\n");
    return { evil, file, folder: join(place.folder, "work") };
  };

  test("holds in a sandbox that shows the files as they are", async () => {
    const { folder, file } = files();
    const run = here.start(otherView("bound-later", folder, folder, folder, "python3", file), "wait");
    expect(await answerFirst(run)).toBe(1);
    expect(run.stdout).toBe("1\nended: 0\n1\nended: 0\n");
  });

  test("holds for the whole of a line there", async () => {
    const { folder } = files();
    const line = ["/bin/bash", "-lc", `cd ${folder}; python3 y.py; ls -d /`];
    const run = here.start(otherView("bound", folder, folder, ...line), "wait");
    expect(await answerFirst(run)).toBe(1);
    expect(run.stdout).toBe("1\n/\nended: 0\n");
  });

  test("does not hold for another file of that name", async () => {
    const { evil, file, folder } = files();
    const run = here.start(otherView("bound-later", evil, file, folder, "python3", file), "wait");
    expect([await answerFirst(run), here.place.ran], run.stdout).toEqual([2, false]);
  });

  test("does not hold where the file is reached by a link", async () => {
    const { evil, file, folder } = files();
    const link = join(here.place.folder, "link.py");
    symlinkSync(file, link);
    const run = here.start(otherView("bound-later", evil, file, folder, "python3", link), "wait");
    expect([await answerFirst(run), here.place.ran], run.stdout).toEqual([2, false]);
  });

  test("does not hold with the system's files exchanged", async () => {
    const { file, folder } = files();
    const other = here.place.write("other", "\n");
    const run = here.start(otherView("bound-later", other, "/etc/profile", folder, "python3", file), "wait");
    expect([await answerFirst(run), here.place.ran], run.stdout).toEqual([2, false]);
  });

  test.for(["hidden-folder", "other-folder"])(
    "does not hold from a folder that is another: %s",
    async (way) => {
      const { evil, file, folder } = files();
      const run = here.start(otherView(way, evil, file, folder, "python3", "y.py"), "wait");
      expect([await answerFirst(run), here.place.ran], run.stdout).toEqual([2, false]);
    },
  );
});
