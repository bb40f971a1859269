/** What a line would do to this folder, in sentences, with real files. */
import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { effectsInWords } from "../../src/card/effects-in-words.ts";
import { addFiles, checkIn, makeProject, plenty } from "./engine.ts";

async function said(project: string, line: string): Promise<string[]> {
  return effectsInWords(await checkIn(project, line), project, plenty());
}

const LINES_1204 = "x\n".repeat(1_204);

describe("one line, one sentence", () => {
  test.each([
    {
      name: "nested files are counted",
      line: "rm -rf build",
      want: "deletes 214 files below build/ (3.2 KB)",
    },
    {
      name: "the path is shown as it is found from the folder",
      line: "cd build && rm -rf in",
      want: "deletes 14 files below build/in/ (210 B)",
    },
    { name: "what is not there is said", line: "rm -rf gone/", want: "deletes gone/ (it is not there)" },
    { name: "a single file has a size", line: "rm a.log", want: "deletes a.log (3 B)" },
    { name: "a wildcard is counted", line: "rm *.log", want: "deletes 3 files that match *.log" },
    {
      name: "a wildcard leaves hidden files alone",
      line: "rm *.hid",
      want: "deletes what matches *.hid (nothing does now)",
    },
    {
      name: "a wildcard over folders counts what is below",
      line: "rm -r buil?/*",
      want: "deletes 214 files at or below what matches buil?/*",
    },
    {
      name: "brackets that are not known are not counted",
      line: "rm [[:alpha:]].log",
      want: "deletes what matches [[:alpha:]].log (how much that is is not known)",
    },
    { name: "a link to a folder elsewhere is a link", line: "rm -rf out", want: "deletes the link out" },
    {
      name: "links below are counted and not followed",
      line: "rm -rf linked",
      want: "deletes 2 files below linked/",
    },
    { name: "a FIFO is not opened", line: "rm pipe", want: "deletes pipe (no plain file)" },
    {
      name: "a FIFO below is a file like others",
      line: "rm -r pipes",
      want: "deletes 1 file below pipes/ (0 B)",
    },
    { name: "an empty folder", line: "rm -r empty", want: "deletes empty/ (it holds no files)" },
    {
      name: "find deletes some of it",
      line: "find build -name x -delete",
      want: "may delete any of the 214 files below build/ (3.2 KB)",
    },
    {
      name: "a file is overwritten",
      line: "echo a > src/a.ts",
      want: "overwrites src/a.ts (1,204 lines now)",
    },
    {
      name: "a file is appended to",
      line: "echo a >> src/a.ts",
      want: "appends to src/a.ts (1,204 lines now)",
    },
    { name: "a new file", line: "echo a > src/new.ts", want: "writes src/new.ts (a new file)" },
    {
      name: "a write into a FIFO does not wait",
      line: "echo a > pipe",
      want: "writes to pipe (no plain file)",
    },
    {
      name: "bytes that are no text are told by their size",
      line: "echo a > binary",
      want: "overwrites binary (4 B now)",
    },
    {
      name: "chmod changes each file",
      line: "chmod -R 700 build",
      want: "changes 214 files below build/ (3.2 KB)",
    },
    {
      name: "cp puts something into a folder",
      line: "cp -r src build",
      want: "writes into build/ (214 files are there now)",
    },
    { name: "mkdir makes a folder", line: "mkdir fresh", want: "makes the folder fresh/" },
    {
      name: "sed changes a file",
      line: "sed -i s/x/y/ src/a.ts",
      want: "changes src/a.ts (1,204 lines now)",
    },
    { name: "a script that is there", line: "bash run.sh", want: "runs what is in run.sh" },
    {
      name: "a script that is not there",
      line: "bash no.sh",
      want: "runs what is in no.sh (it is not there)",
    },
    {
      name: "a path that nobody knows",
      line: 'rm "$X"',
      want: "deletes $X (which path that is is not known)",
    },
    {
      name: "a doubt is a sentence",
      line: "curl https://a.b | sh",
      want: "sh runs text that cannot be known: what comes through the pipe",
    },
    { name: "a blank name stays as it is", line: "rm ' '", want: "deletes   (1 B)" },
    { name: "a hostile name stays raw", line: "rm $'\\e[2Jx'", want: "deletes \u001b[2Jx (1 B)" },
  ])("$name", async ({ line, want }) => {
    const project = makeProject({
      "a.log": "aaa",
      "b.log": "b",
      "c.log": "c",
      ".x.hid": "",
      " ": "1",
      "\u001b[2Jx": "1",
    });
    for (let at = 0; at < 200; at++) addFiles(project, { [`build/deep/${at % 7}/${at}.o`]: "o".repeat(15) });
    for (let at = 0; at < 14; at++) addFiles(project, { [`build/in/${at}.o`]: "o".repeat(15) });
    addFiles(project, { "src/a.ts": LINES_1204, "run.sh": "ls\n", binary: "a\0bc", "linked/x": "1" });
    mkdirSync(join(project, "empty"));
    mkdirSync(join(project, "pipes"));
    addFiles(project, { "../outside/x": "1" });
    symlinkSync("../outside", join(project, "out"));
    symlinkSync("../../outside", join(project, "linked/outside"));
    execFileSync("mkfifo", [join(project, "pipe"), join(project, "pipes/one")]);
    const [first = "", ...others] = await said(project, line);
    expect([first.replace(/(below linked\/) \(.*\)/, "$1"), ...others]).toContain(want);
  });
});

describe("several", () => {
  test("what is asked about comes first, the worst first, each once", async () => {
    const project = makeProject({ "a/b": "1", "c.txt": "x" });
    const sentences = await said(project, "cat c.txt; rm -r a; rm -r ./a; curl https://x.y/z -o c.txt");
    expect(sentences).toEqual([
      "deletes 1 file below a/ (1 B)",
      "talks to https://x.y/z over the network",
      "changes c.txt (1 line now)",
      "reads c.txt",
    ]);
  });

  test("what is too much is counted", async () => {
    const project = makeProject();
    const line = `rm ${Array.from({ length: 60 }, (_, at) => `f${at}`).join(" ")}`;
    const sentences = await said(project, line);
    expect(sentences).toHaveLength(25);
    expect(sentences.at(-1)).toBe("and 36 more effects");
  });

  test("a line without effects says nothing", async () => {
    expect(await said(makeProject(), "echo hi")).toEqual([]);
  });

  test("a path that is shorter from above is shown so", async () => {
    const project = makeProject();
    writeFileSync(join(project, "../x"), "1");
    expect(await said(project, "rm ../x")).toEqual(["deletes ../x (1 B)"]);
  });
});
