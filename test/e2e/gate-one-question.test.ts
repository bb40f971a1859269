/** Lines of the kind that agents write: each is one question, however many programs come of it, and does what it does without guard. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { hasGate } from "../helpers/gate.ts";
import { MACHINE_HAS_ORG_POLICY } from "../helpers/org-policy.ts";
import { GatedSession } from "./gated-session.ts";

interface Row {
  readonly name: string;
  readonly line: string;
  readonly files?: Readonly<Record<string, string>>;
  /** A file that is there afterwards. */
  readonly makes?: string;
  readonly needs?: string;
  readonly options?: readonly string[];
}

/** Another run of the tests on this machine has a server of its own. */
const TMUX = `guard-one-${process.pid}`;

const rows: readonly Row[] = [
  {
    name: "build, then run what was built",
    line: "cc -o prog p.c && ./prog",
    files: { "p.c": "int main(void) { return 0; }\n" },
    needs: "/usr/bin/cc",
  },
  { name: "write a script, then run it", line: "echo 'touch b' > s.sh; bash s.sh", makes: "b" },
  {
    name: "write a script, make it a program, then run it",
    line: "printf '#!/bin/sh\\ntouch b\\n' > s && chmod +x s && ./s",
    makes: "b",
  },
  { name: "a here-document as a script", line: "cat > s.sh <<E\ntouch b\nE\nsh s.sh", makes: "b" },
  {
    name: "scripts of a package that start a dependency's program",
    line: "npm test > out",
    files: {
      "package.json": JSON.stringify({
        name: "x",
        version: "1.0.0",
        scripts: { pretest: "tool a", test: "tool b" },
      }),
      ".npmrc": "update-notifier=false\n",
      "node_modules/.bin/tool": "#!/usr/bin/env node\nrequire('fs').writeFileSync(process.argv[2], '')\n",
    },
    makes: "b",
  },
  {
    name: "a script that the line itself has put into the package",
    line: "npm pkg set scripts.k='touch b' && npm run -s k",
    files: { "package.json": JSON.stringify({ name: "x" }), ".npmrc": "update-notifier=false\n" },
    makes: "b",
  },
  {
    name: "the same by way of another file",
    line: `sed 's/old/touch b/' package.json > p && mv p package.json && npm run -s k`,
    files: {
      "package.json": JSON.stringify({ name: "x", scripts: { k: "old" } }),
      ".npmrc": "update-notifier=false\n",
    },
    makes: "b",
  },
  { name: "xargs with its sign inside a word", line: "seq 3 | xargs -I{} sh -c 'touch h{}'", makes: "h3" },
  { name: "xargs behind find", line: "find . -name '*.txt' | xargs touch b", makes: "b" },
  {
    name: "several -exec of find",
    line: "find . -name '*.txt' -exec sh -c 'wc -l < \"$1\"' _ {} \\; -exec cp {} {}.bak \\;",
    files: { "a.txt": "x\n" },
    makes: "a.txt.bak",
  },
  { name: "a variable for the shell below", line: "A=b sh -c 'touch $A'", makes: "b" },
  { name: "an exported variable", line: "export A=b; sh -c 'touch $A'", makes: "b" },
  { name: "a chain of wrappers", line: "timeout 5 nice env A=1 sh -c 'touch b; ls > out'", makes: "b" },
  { name: "a chain of exec", line: "exec env A=1 nice -n 1 sh -c 'exec bash -c \"touch b\"'", makes: "b" },
  {
    name: "a folder of programs that the line has chosen",
    line: 'export PATH="$PWD/tools:$PATH"; tool b',
    files: { "tools/tool": '#!/bin/sh\ntouch "$1"\n' },
    makes: "b",
  },
  {
    name: "a folder of programs that the line has chosen for one of them",
    line: 'PATH="$PWD/tools:$PATH" tool b',
    files: { "tools/tool": "#!/usr/bin/env python3\nimport sys; open(sys.argv[1], 'w')\n" },
    makes: "b",
    needs: "/usr/bin/python3",
  },
  {
    name: "a virtual environment, then a program of it",
    line: ". env/activate && tool b && pip freeze > out",
    files: {
      "env/activate": 'PATH="$PWD/env/bin:$PATH"; export PATH\n',
      "env/bin/tool": '#!/bin/sh\ntouch "$1"\n',
      "env/bin/pip": "#!/bin/sh\necho x==1\n",
    },
    makes: "b",
  },
  {
    name: "an editor of several words for git",
    line: `git init -q r && export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a && git -C r commit -q --allow-empty -m one && GIT_EDITOR='sed -i s/one/two/' git -C r commit -q --allow-empty --amend && git -C r log --format=%s > b`,
    makes: "b",
  },
  { name: "a loop", line: "for i in 1 2 3; do touch f$i; done; cat f1", makes: "f3" },
  { name: "a name that is made on the way", line: 'x=$(date +%s); touch "out-$x" b', makes: "b" },
  { name: "work in the background", line: "sleep 0.1 & touch b; wait", makes: "b" },
  {
    name: "a terminal that lives on by itself",
    // The server ends with its last window: that one stays until it was waited for.
    line: `tmux -L ${TMUX} -f /dev/null new-session -d 'touch b; tmux -L ${TMUX} wait-for -S done; tmux -L ${TMUX} wait-for end' && tmux -L ${TMUX} wait-for done && tmux -L ${TMUX} wait-for -S end`,
    makes: "b",
    needs: "/usr/bin/tmux",
  },
  { name: "a loop that reads", line: 'ls | while read -r f; do touch "$f.x"; done', makes: "Makefile.x" },
  { name: "a build with recipes in shells", line: "make -s -j2", makes: "two" },
  {
    name: "a program below a sandbox of its own",
    line: "bwrap --dev-bind / / sh -c 'ls > out; touch b'",
    makes: "b",
    needs: "/usr/bin/bwrap",
    // Confined root has no namespaces of its own.
    options: process.getuid?.() === 0 ? ["--confine", "off"] : [],
  },
];

let session: GatedSession;
afterEach(() => session.end());

describe.skipIf(!hasGate || MACHINE_HAS_ORG_POLICY)("one line, one question", () => {
  test.for(rows)("$name", async ({ line, files = {}, makes, needs, options = [] }, { skip }) => {
    session = new GatedSession("wait", options);
    if (needs !== undefined && !existsSync(needs)) skip(`${needs} is not here`);
    session.write("Makefile", "all: one two\none two:\n\t@sh -c 'touch $@; ls > /dev/null'\n", 0o644);
    for (const [name, text] of Object.entries(files)) session.write(name, text);
    const { ran, asked } = await session.allowing(session.line(line));
    expect(asked, JSON.stringify([ran, asked])).toHaveLength(1);
    expect(ran).toMatchObject({ status: 0, stderr: "" });
    if (makes !== undefined) expect(session.has(makes)).toBe(true);
  });

  test("a login shell whose start-up file uses the same program as the line", async () => {
    session = new GatedSession("wait", [], {
      ".profile": "mkdir -p ~/.cache/foo; touch ~/.cache/foo/stamp\n",
    });
    const line = "touch b && mkdir -p c && rmdir c";
    const { ran, asked } = await session.allowing(session.run(["bash", "-lc", line]));
    expect(asked).toEqual([line]);
    expect(ran).toMatchObject({ status: 0, stderr: "" });
    expect(existsSync(join(session.home, ".cache/foo/stamp"))).toBe(true);
  });

  test("what that file would do to the project is asked all the same", async () => {
    session = new GatedSession("wait", [], { ".profile": "touch mark\n" });
    const { asked } = await session.allowing(session.run(["bash", "-lc", "touch b"]));
    expect(asked).toContain("touch mark");
  });
});
