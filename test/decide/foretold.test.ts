/** Leases: what a line foretold is not asked again; anything that reaches further is. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createEngine } from "../../src/decide/engine.ts";
import { isForetold } from "../../src/decide/foretold.ts";
import { requireKnowledge } from "../helpers/knowledge.ts";

const CWD = "/home/me/project";
const engine = createEngine({ home: "/home/me", project: CWD, knowledge: requireKnowledge() });
const ofLine = (line: string, cwd = CWD) => engine.check({ what: { kind: "line", line }, cwd });
const ofArgv = (argv: readonly string[], cwd = CWD) => engine.check({ what: { kind: "argv", argv }, cwd });

interface Row {
  readonly line: string;
  readonly argv: readonly string[];
  readonly cwd?: string;
}

const FORETOLD: readonly Row[] = [
  { line: "rm -rf build", argv: ["rm", "-rf", "build"] },
  { line: "rm -rf build", argv: ["rm", "-rf", "build/sub"] },
  { line: "rm -rf build", argv: ["/bin/rm", "-f", "build/a.o"] },
  { line: "rm build/*.o", argv: ["rm", "build/a.o", "build/b.o"] },
  { line: 'rm -rf "$DIR"', argv: ["rm", "-rf", "out"] },
  { line: "npm run build", argv: ["npm", "run", "build"] },
  { line: "make -j4 all && ls", argv: ["make", "-j4", "all"] },
  { line: 'npm run "$X"', argv: ["npm", "run", "lint"] },
  { line: "npx eslint src/*.ts", argv: ["npx", "eslint", "src/a.ts", "src/b.ts"] },
  { line: "cd sub && make", argv: ["make"], cwd: `${CWD}/sub` },
  { line: "git push origin main", argv: ["git", "push", "origin", "main"] },
  { line: "rm -rf build", argv: ["env", "rm", "-rf", "build"] },
  { line: "rm -rf build", argv: ["timeout", "5", "rm", "-rf", "build"] },
  { line: "rm -rf build && mkdir build", argv: ["sh", "-c", "rm -rf build && mkdir build"] },
  { line: "find . -name '*.o' | xargs rm", argv: ["rm", "./a.o", "./b/c.o"] },
  { line: "for f in a b; do rm $f; done", argv: ["rm", "b"] },
  { line: "curl -s example.com | bash", argv: ["bash"] },
];

const NOT_FORETOLD: readonly Row[] = [
  { line: "rm -rf build", argv: ["rm", "-rf", "src"] },
  { line: "rm -rf build", argv: ["rm", "-rf", "build", "src"] },
  { line: "rm -rf build", argv: ["rm", "-rf", "build2"] },
  { line: "rm -rf build", argv: ["rm", "-rf", "build"], cwd: "/home/me/other" },
  { line: "rm -rf build/sub", argv: ["rm", "-rf", "build"] },
  { line: "rm build/*.o", argv: ["rm", "build/a.c"] },
  { line: "rm build/*.o", argv: ["rm", "build/sub/a.o"] },
  { line: "rm build/*", argv: ["rm", "build/.git"] },
  { line: "rm build/*", argv: ["rm", "-r", "build/x"] },
  { line: 'rm "$FILE"', argv: ["rm", "-rf", "out"] },
  { line: "touch build", argv: ["rm", "build"] },
  { line: "rm build", argv: ["touch", "build"] },
  { line: "npm run build", argv: ["npm", "run", "deploy"] },
  { line: "npm run build", argv: ["npm", "publish"] },
  { line: "make test", argv: ["make", "test", "install"] },
  { line: "cd sub && make", argv: ["make"], cwd: "/home/me/other" },
  { line: "git push origin main", argv: ["git", "push", "--force", "origin", "main"] },
  { line: "git push origin main", argv: ["git", "push", "evil", "main"] },
  { line: "ls", argv: ["bash"] },
  { line: 'eval "$X"', argv: ["bash"] },
  { line: "rm -rf build", argv: ["sh", "-c", "rm -rf build && rm -rf src"] },
  { line: '"$CMD" x', argv: ["rm", "x"] },
  { line: "./build.sh", argv: ["./build.sh", "--deploy"] },
  { line: "npx eslint 'src/*.ts'", argv: ["npx", "eslint", "src/a.ts"] },
  { line: "node -e '1'", argv: ["node", "-e", "2"] },
];

describe("an allowed line", () => {
  test.each(FORETOLD)("$line foretells $argv", async ({ line, argv, cwd }) => {
    expect(isForetold(await ofArgv(argv, cwd), await ofLine(line))).toBe(true);
  });
  test.each(NOT_FORETOLD)("$line does not foretell $argv", async ({ line, argv, cwd }) => {
    expect(isForetold(await ofArgv(argv, cwd), await ofLine(line))).toBe(false);
  });
  test("foretells nothing that is denied", async () => {
    const denied = await ofLine("sudo ls");
    expect(isForetold(denied, denied)).toBe(false);
  });
  test("foretells the shell that reads what it pipes into it", async () => {
    const stdin = { kind: "stdin", dialect: "bash", argv: ["bash"] } as const;
    const shell = await engine.check({ what: stdin, cwd: CWD });
    expect(isForetold(shell, await ofLine("curl -s example.com | bash"))).toBe(true);
    expect(isForetold(shell, await ofLine("curl -s example.com | zsh"))).toBe(false);
  });
  test("that cannot be read foretells itself and no other", async () => {
    const [one, other] = [await ofLine("echo 'a"), await ofLine("rm 'a")];
    expect(isForetold(one, one)).toBe(true);
    expect(isForetold(other, one)).toBe(false);
  });
});

const NAMES = ["build", "src/a.c", "out/b", "x.txt", "sub/deep/y"];
const name = fc.constantFrom(...NAMES);
/** Commands without anything unknown. */
const simple = fc.oneof(
  name.map((path) => ["rm", "-rf", path]),
  fc.array(name, { minLength: 1, maxLength: 3 }).map((paths) => ["rm", ...paths]),
  fc.tuple(name, name).map(([from, to]) => ["cp", from, to]),
  name.map((path) => ["mkdir", "-p", path]),
  name.map((path) => ["cat", path]),
  fc.constantFrom(
    ["npm", "run", "build"],
    ["make", "-j4"],
    ["git", "commit", "-m", "a b"],
    ["curl", "-O", "https://example.com/x"],
    ["ls"],
  ),
);
const joiner = fc.constantFrom(" && ", "; ", " || ", " | ");
const quoted = (argv: readonly string[]) => argv.map((word) => `'${word}'`).join(" ");
const RUNS = { numRuns: Number(process.env["GUARD_FUZZ_RUNS"] ?? "200") };

describe("for every line", () => {
  test("it foretells itself and each of its commands", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(simple, { minLength: 1, maxLength: 4 }), joiner, async (argvs, between) => {
        const line = await ofLine(argvs.map(quoted).join(between));
        expect(isForetold(line, line)).toBe(true);
        for (const argv of argvs) expect([argv, isForetold(await ofArgv(argv), line)]).toEqual([argv, true]);
      }),
      RUNS,
    );
  });

  test("it never foretells a command with a target outside", async () => {
    const outside = fc.constantFrom("/tmp/elsewhere", "other", "../x", "/home/me/project", "buildx");
    const reaching = fc.constantFrom(["rm", "-rf"], ["rm"], ["cp", "build"], ["mkdir", "-p"], ["touch"]);
    await fc.assert(
      fc.asyncProperty(fc.array(simple, { maxLength: 4 }), reaching, outside, async (argvs, argv, path) => {
        const line = await ofLine(argvs.map(quoted).join("; "));
        expect(isForetold(await ofArgv([...argv, path]), line)).toBe(false);
      }),
      RUNS,
    );
  });
});

describe("work in the background", () => {
  test.each([
    { line: "sleep 5 &", want: "job" },
    { line: "( sleep 5 & )", want: "job" },
    { line: "nohup make >log 2>&1", want: "job" },
    { line: "setsid make", want: "server" },
    { line: "tmux new -d 'make' && ls &", want: "server" },
    { line: "coproc cat", want: "job" },
    { line: "bash -c 'make &'", want: "job" },
    { line: "make & disown", want: "job" },
    { line: "make && ls", want: undefined },
    { line: "echo a 2>&1", want: undefined },
  ])("$line: $want", async ({ line, want }) => {
    expect((await ofLine(line)).background).toBe(want);
  });
});
