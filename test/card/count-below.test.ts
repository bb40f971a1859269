/** Counting stops where it must, and says so. */
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { startCardTime } from "../../src/card/card-time.ts";
import { countBelow } from "../../src/card/count-below.ts";
import { inFiles } from "../../src/card/count-words.ts";
import { makeProject, plenty } from "./engine.ts";

describe("a folder", () => {
  test("of 30,000 files is not counted to its end", async () => {
    const project = makeProject();
    for (let at = 0; at < 30_000; at++) writeFileSync(join(project, `${at}`), "");
    const count = await countBelow([project], plenty());
    expect(inFiles(count)).toBe("more than 20,000 files");
    expect(count.bytes).toBeUndefined();
  });

  test("that links to itself comes to an end", async () => {
    const project = makeProject({ "a/b/c": "123" });
    symlinkSync("..", join(project, "a/up"));
    const count = await countBelow([join(project, "a")], plenty());
    expect(count).toMatchObject({ files: 2, folders: 1, extent: "whole" });
  });

  test("with another file system in it leaves that one out", async () => {
    // Mounting takes root: a second folder stands for what is mounted in the first.
    const count = await countBelow([join(makeProject({ "a/b": "1" }), "a"), "/proc/self/task"], plenty());
    expect(count.files).toBe(1);
    expect(count.extent).toBe("gaps");
  });

  test.skipIf(process.getuid?.() === 0)("with one that nobody may read has a gap", async () => {
    const project = makeProject({ "a/b/c": "1", "a/d": "1" });
    chmodSync(join(project, "a/b"), 0);
    const count = await countBelow([join(project, "a")], plenty());
    chmodSync(join(project, "a/b"), 0o700);
    expect(count).toMatchObject({ files: 1, folders: 1, extent: "gaps" });
    expect(inFiles(count)).toBe("at least 1 file");
  });

  test("that is gone has a gap", async () => {
    const project = makeProject();
    expect(await countBelow([join(project, "gone")], plenty())).toEqual({
      files: 0,
      folders: 0,
      bytes: 0,
      extent: "gaps",
    });
  });

  test("with names that are no text has no size", async () => {
    const project = makeProject();
    mkdirSync(join(project, "a"));
    writeFileSync(Buffer.concat([Buffer.from(join(project, "a/")), Buffer.from([0xff, 0xfe])]), "123");
    const count = await countBelow([join(project, "a")], plenty());
    expect(count).toEqual({ files: 1, folders: 0, extent: "whole" });
  });
});

describe("the time", () => {
  /** Each look at it takes a millisecond. */
  const ticking = (limitMs: number) => {
    let nowMs = 0;
    return startCardTime(() => nowMs++, limitMs);
  };

  test("is over in the middle", async () => {
    const project = makeProject();
    mkdirSync(join(project, "a"));
    for (let at = 0; at < 100; at++) writeFileSync(join(project, "a", `${at}`), "1");
    const count = await countBelow([join(project, "a")], ticking(52));
    expect(count).toMatchObject({ extent: "stopped" });
    expect(count.files).toBeGreaterThan(0);
    expect(count.files).toBeLessThan(52);
  });

  test("is over before the sizes: the number is still true", async () => {
    const project = makeProject();
    mkdirSync(join(project, "a"));
    for (let at = 0; at < 100; at++) writeFileSync(join(project, "a", `${at}`), "1");
    expect(await countBelow([join(project, "a")], ticking(105))).toEqual({
      files: 100,
      folders: 0,
      extent: "whole",
    });
  });

  test("is over at the start", async () => {
    expect(await countBelow([makeProject()], ticking(0))).toMatchObject({ files: 0, extent: "stopped" });
  });
});
