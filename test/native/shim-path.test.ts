/** The walk along PATH: which program a shim finds. */
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { buildCompiled } from "./clients.ts";
import { lastAsked, run, type Session, startSession } from "./session.ts";

const SHOW = '#!/bin/sh\nprintf "%s:" "ran $0" "$@"\n';

const clients = buildCompiled();

/** ROOT stands for the session's folder, SHIMS for its shims. */
interface PathRow {
  readonly name: string;
  readonly path: string | undefined;
  /** Below ROOT; undefined: none is found. */
  readonly found: string | undefined;
}

const PATHS: readonly PathRow[] = [
  { name: "the first folder behind the shims", path: "SHIMS:ROOT/bin:ROOT/late", found: "bin/tool" },
  { name: "the first folder, before the shims", path: "ROOT/late:SHIMS:ROOT/bin", found: "late/tool" },
  { name: "the shims' folder with slashes", path: "SHIMS//:ROOT/bin", found: "bin/tool" },
  { name: "a folder with a slash at its end", path: "ROOT/bin/", found: "bin/tool" },
  { name: "folders that are not there", path: "/no/such:ROOT/no:ROOT/bin", found: "bin/tool" },
  { name: "a folder of that name is no program", path: "ROOT/folders:ROOT/bin", found: "bin/tool" },
  { name: "a file that may not be executed", path: "ROOT/plain:ROOT/bin", found: "bin/tool" },
  { name: "a link that leads nowhere", path: "ROOT/dangling:ROOT/bin", found: "bin/tool" },
  { name: "a link to guard-ask in another folder", path: "ROOT/other-shims:ROOT/bin", found: "bin/tool" },
  { name: "the shims' folder by another name", path: "ROOT/same-shims:ROOT/bin", found: "bin/tool" },
  { name: "an element longer than any path", path: `/${"x".repeat(5000)}:ROOT/bin`, found: "bin/tool" },
  { name: "an element in front that is empty is the current folder", path: ":ROOT/bin", found: "work/tool" },
  { name: "an element in between that is empty", path: "ROOT/no::ROOT/bin", found: "work/tool" },
  { name: "an element at the end that is empty", path: "ROOT/no:", found: "work/tool" },
  { name: "PATH that is empty", path: "", found: "work/tool" },
  { name: "a relative element", path: "sub:ROOT/bin", found: "work/sub/tool" },
  { name: "the current folder as a dot", path: ".:ROOT/bin", found: "work/./tool" },
  { name: "a relative element that leads up", path: "../late:ROOT/bin", found: "work/../late/tool" },
  { name: "nothing but the shims", path: "SHIMS", found: undefined },
  { name: "nothing that is a program", path: "ROOT/folders:ROOT/plain:ROOT/dangling", found: undefined },
];

function furnish(session: Session): void {
  for (const folder of ["bin", "late", "work", "work/sub"]) session.addProgram(folder, "tool", SHOW);
  session.addProgram("plain", "tool", SHOW, 0o644);
  mkdirSync(join(session.root, "folders/tool"), { recursive: true });
  for (const folder of ["dangling", "other-shims"]) mkdirSync(join(session.root, folder));
  symlinkSync("/no/such/file", join(session.root, "dangling/tool"));
  symlinkSync(session.ask, join(session.root, "other-shims/tool"));
  symlinkSync(join(session.agent, "shims"), join(session.root, "same-shims"));
}

describe.each(clients.compiled)("the walk along PATH: $name", (client) => {
  test.for(PATHS)("$name", async ({ path = "", found }) => {
    const session = await startSession(client);
    furnish(session);
    const PATH = path.replaceAll("ROOT", session.root).replaceAll("SHIMS", join(session.agent, "shims"));
    const ran = await run([session.shim("tool"), "a b", ""], { cwd: session.work, env: { PATH } });
    if (found === undefined) {
      expect(ran).toEqual({
        status: 127,
        signal: null,
        stdout: "",
        stderr: "guard: tool: there is no such program on PATH (this is guard's stand-in for it)\n",
      });
      expect(session.socket.asked).toHaveLength(0);
    } else {
      expect(ran).toMatchObject({
        status: 0,
        stdout: `ran ${join(session.root)}/${found}:a b::`,
        stderr: "",
      });
      expect(lastAsked(session)).toContain(`path=${session.root}/${found}`);
    }
    await session.end();
  });

  test("without PATH it looks where execvp does", async () => {
    const session = await startSession(client);
    const ran = await run(["/usr/bin/env", "-u", "PATH", session.shim("bash"), "-c", "echo here"]);
    expect(ran).toMatchObject({ status: 0, stdout: "here\n" });
    expect(lastAsked(session)).toContain("path=/bin/bash");
    await session.end();
  });
});
