/** The texts that a line would run, from real files and the real engine. */
import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, test } from "vitest";
import { cutText, readTexts } from "../../src/card/texts.ts";
import type { Checked } from "../../src/decide/checked.ts";
import { checkIn, type Files, makeProject, plenty } from "./engine.ts";

async function textsIn(project: string, asked: string | Checked) {
  const what = typeof asked === "string" ? ({ kind: "line", line: asked } as const) : asked;
  const texts = await readTexts(await checkIn(project, what), what, project, plenty());
  return texts.map(({ title, path, text }) => ({ title, path: relative(project, path), text }));
}

const FILES: Files = {
  "x.sh": "rm -rf build\n",
  "x.py": "print(1)\n",
  "x.js": "1\n",
  "sub/y.sh": "ls\n",
  "package.json": JSON.stringify({
    scripts: { build: "node x.js", prebuild: "rm a", test: "vitest", postinstall: "node x.js", odd: 1 },
  }),
  "sub/package.json": JSON.stringify({ scripts: { build: "echo sub" } }),
  Makefile: "all: x\n\tcc x.c\nx:\n\t./gen\nclean:\n\trm -rf build\n",
  "sub/Makefile": "include ../x.mk\nclean:\n\trm x\n",
  justfile: "a:\n  rm x\n",
};

const script = (path: string, text: string) => ({ title: "the script", path, text });

describe("a line shows", () => {
  test.each([
    { line: "bash x.sh", want: [script("x.sh", "rm -rf build\n")] },
    { line: "./x.sh a", want: [script("x.sh", "rm -rf build\n")] },
    { line: "source x.sh", want: [script("x.sh", "rm -rf build\n")] },
    { line: "python3 x.py", want: [script("x.py", "print(1)\n")] },
    { line: "node x.js", want: [script("x.js", "1\n")] },
    { line: "bash < x.sh", want: [script("x.sh", "rm -rf build\n")] },
    {
      line: "cd sub && bash y.sh && bash ../x.sh",
      want: [script("sub/y.sh", "ls\n"), script("x.sh", "rm -rf build\n")],
    },
    {
      line: "npm run build",
      want: [
        { title: "the npm script build", path: "package.json", text: "prebuild: rm a\nbuild: node x.js" },
        script("x.js", "1\n"),
      ],
    },
    {
      line: "npm test",
      want: [{ title: "the npm script test", path: "package.json", text: "test: vitest" }],
    },
    {
      line: "yarn test",
      want: [{ title: "the yarn script test", path: "package.json", text: "test: vitest" }],
    },
    {
      line: "cd sub && npm run build",
      want: [{ title: "the npm script build", path: "sub/package.json", text: "build: echo sub" }],
    },
    {
      line: "npm --prefix=sub run build",
      want: [{ title: "the npm script build", path: "sub/package.json", text: "build: echo sub" }],
    },
    {
      line: "npm install",
      want: [
        { title: "what the project runs on install", path: "package.json", text: "postinstall: node x.js" },
      ],
    },
    {
      line: "make clean",
      want: [{ title: "what make clean runs", path: "Makefile", text: "clean:\n\trm -rf build" }],
    },
    {
      line: "make",
      want: [{ title: "what make runs", path: "Makefile", text: "all: x\n\tcc x.c\n\nx:\n\t./gen" }],
    },
    {
      line: "make -C sub clean",
      want: [{ title: "the Makefile", path: "sub/Makefile", text: "include ../x.mk\nclean:\n\trm x\n" }],
    },
    {
      line: "make -f sub/Makefile clean",
      want: [script("sub/Makefile", "include ../x.mk\nclean:\n\trm x\n")],
    },
    { line: "just a", want: [{ title: "the justfile", path: "justfile", text: "a:\n  rm x\n" }] },
  ])("$line", async ({ line, want }) => {
    const texts = await textsIn(makeProject(FILES), line);
    expect(texts.filter(({ path }) => want.some((one) => one.path === path))).toEqual(want);
  });

  test.each([
    { name: "nothing for a script that is not there", line: "bash no.sh" },
    { name: "nothing for a script that is not in package.json", line: "npm run nothing" },
    { name: "nothing for a script that is no text", line: "npm run odd" },
    { name: "nothing where only the tool knows which package", line: "npm run test -w sub" },
    { name: "nothing where make may read another file", line: "make -kfother.mk clean" },
    { name: "nothing for a FIFO, without waiting", line: "bash pipe" },
    { name: "nothing for a FIFO in place of package.json", line: "cd piped && npm run build" },
    { name: "nothing for a device", line: "bash /dev/zero" },
    { name: "nothing for a folder", line: "python3 sub" },
    { name: "nothing for a program that is no text", line: "./binary" },
    { name: "nothing of guard's own view of the system", line: "bash environ" },
    { name: "nothing for a line that reads", line: "cat x.sh" },
  ])("$name", async ({ line }) => {
    const project = makeProject(FILES);
    mkdirSync(join(project, "piped"));
    execFileSync("mkfifo", [join(project, "pipe"), join(project, "piped/package.json")]);
    writeFileSync(join(project, "binary"), "\u007fELF\0\0");
    symlinkSync("/proc/self/environ", join(project, "environ"));
    const texts = await textsIn(project, line);
    expect(texts.filter(({ text }) => text !== "")).toEqual([]);
  });

  test("a script that came with the check, as it was judged", async () => {
    const project = makeProject(FILES);
    const what = { kind: "script", text: "rm judged\n", path: "x.sh", args: [] } as const;
    expect(await textsIn(project, what)).toEqual([script("x.sh", "rm judged\n")]);
  });

  test("five texts at most", async () => {
    const names = Array.from({ length: 9 }, (_, at) => `${at}.sh`);
    const project = makeProject(Object.fromEntries(names.map((name) => [name, name])));
    expect(await textsIn(project, names.map((name) => `bash ${name}`).join("; "))).toHaveLength(5);
  });

  test("that a script is too long", async () => {
    const project = makeProject({ "x.sh": "#".repeat(300_000) });
    expect(await textsIn(project, "bash x.sh")).toEqual([
      { title: "the script (300.0 KB: too long to be shown)", path: "x.sh", text: "" },
    ]);
  });
});

describe("a text is cut", () => {
  test.each([
    { name: "a short one is not", text: "a\nb\n", want: undefined },
    { name: "one of 400 lines is not", text: "a\n".repeat(399), want: undefined },
    { name: "at 400 lines", text: Array(405).fill("ab").join("\n"), want: { characters: 15, lines: 5 } },
    { name: "at 32 KiB", text: "x".repeat(40_000), want: { characters: 7_232, lines: 0 } },
    {
      name: "never within a character",
      text: `x${"😀".repeat(20_000)}`,
      want: { characters: 7_234, lines: 0 },
    },
  ])("$name", ({ text, want }) => {
    const cut = cutText(text);
    expect(cut.leftOut).toEqual(want);
    expect(text.startsWith(cut.text)).toBe(true);
    expect(cut.text.length + (cut.leftOut?.characters ?? 0)).toBe(text.length);
  });
});
