/** What was allowed before is remembered by its text, within bounds. */
import { describe, expect, test } from "vitest";
import { createApprovedTexts } from "../../src/card/approved-texts.ts";

const text = (path: string, content: string, title = "the script") => ({ title, path, text: content });

describe("a text", () => {
  test("that nobody allowed has no change", () =>
    expect(createApprovedTexts().changeOf(text("/x", "a"))).toBeUndefined());

  test("that is the same has none", () => {
    const memory = createApprovedTexts();
    memory.note([text("/x", "a")], 1);
    expect(memory.changeOf(text("/x", "a"))).toBeUndefined();
  });

  test("that is another one now shows what changed, since the last time", () => {
    const memory = createApprovedTexts();
    memory.note([text("/x", "z")], 1);
    memory.note([text("/x", "a\nb")], 7);
    expect(memory.changeOf(text("/x", "a\nc"))).toEqual({
      sinceMs: 7,
      rows: [
        { kind: "same", text: "a" },
        { kind: "removed", text: "b" },
        { kind: "added", text: "c" },
      ],
    });
  });

  test("of the same file with another title is another one", () => {
    const memory = createApprovedTexts();
    memory.note([text("/package.json", "build: a", "the npm script build")], 1);
    expect(memory.changeOf(text("/package.json", "test: b", "the npm script test"))).toBeUndefined();
  });
});

describe("the memory", () => {
  const known = (memory: ReturnType<typeof createApprovedTexts>, path: string) =>
    memory.changeOf(text(path, "another")) !== undefined;

  test("keeps 200 texts, and the oldest go", () => {
    const memory = createApprovedTexts();
    for (let at = 0; at < 200; at++) memory.note([text(`/${at}`, "a")], at);
    // Noted again, it is no longer the oldest.
    memory.note([text("/0", "a")], 300);
    memory.note([text("/200", "a")], 301);
    expect(["/0", "/1", "/2", "/200"].map((path) => known(memory, path))).toEqual([true, false, true, true]);
  });

  test("keeps 4 MiB in all", () => {
    const memory = createApprovedTexts();
    for (let at = 0; at < 10; at++) memory.note([text(`/${at}`, "x".repeat(256 * 1024))], at);
    expect(Array.from({ length: 10 }, (_, at) => known(memory, `/${at}`))).toEqual([
      false,
      false,
      ...new Array<boolean>(8).fill(true),
    ]);
  });

  test("does not keep one that is too long, nor what it was before", () => {
    const memory = createApprovedTexts();
    memory.note([text("/x", "a")], 1);
    memory.note([text("/x", "x".repeat(3 * 1024 * 1024))], 2);
    expect(known(memory, "/x")).toBe(false);
  });
});
