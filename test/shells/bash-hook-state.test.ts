/** An allowed line finds its shell as it would be without guard; and no function from the environment opens the hook. */
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type AskStub, startAskStub, whyNoClient } from "./ask-stub.ts";
import { type Ran, runProgram } from "./run-bash.ts";

const missing = whyNoClient();
if (missing) process.stderr.write(`bash hook state: skipped, ${missing}\n`);

const STATE =
  'printf "%s\\n" "?=$? _=[$_] !=[$!] 0=$0 #=$# @=$*"; declare -p; declare -f; set -o; shopt; trap; alias; hash; umask; ulimit -a; pwd';

/** Differ from one bash to the next. PIPESTATUS is set by any command of a start-up file, guard's too. */
const OWN =
  /^declare \S+ (?:BASH_ENV|GUARD_USER_BASH_ENV|PIPESTATUS|PPID|BASHPID|SRANDOM|RANDOM|EPOCH\w+|SECONDS)\b.*\n/gm;

/** Words that bash or the hook itself use, and words that its parser stumbles over. */
const NAMES =
  "exit builtin command [ [[ . : set unset export exec guard-ask compgen declare local read shopt continue return trap eval test if then for case { ! (( time function".split(
    " ",
  );
const BODIES = [
  "() { /usr/bin/touch pwn; return 0; }",
  "() { [[ a",
  "() { case x in",
  "() { ((",
  "() { cat <<E",
  "() { x=(",
  "() { $(",
  "() { '",
];

let stub: AskStub;
let cwd: string;
beforeAll(async () => {
  if (missing) return;
  stub = await startAskStub();
  cwd = realpathSync(mkdtempSync(join(tmpdir(), "guard-bash-")));
  writeFileSync(join(cwd, "empty.bash"), "");
  writeFileSync(join(cwd, "state.sh"), STATE);
  writeFileSync(
    join(cwd, "my env.bash"),
    'mine=1; mine() { echo "DENYME $*"; }; set -o pipefail; shopt -s expand_aliases; alias al=mine; echo "mine $0 $# $1"\n',
  );
});
afterAll(async () => {
  if (missing) return;
  await stub.stop();
  rmSync(cwd, { recursive: true, force: true });
});
beforeEach(() => stub.forget());

const hook = () => `${stub.agentFolder}/hook.bash`;
const bash = (args: readonly string[], env: Record<string, string>, stdin?: string): Promise<Ran> =>
  runProgram("bash", args, {
    cwd,
    env: { PATH: "/usr/bin:/bin", HOME: cwd, ...env },
    ...(stdin === undefined ? {} : { stdin }),
  });
const withoutOwn = ({ status, stdout, stderr }: Ran) => ({
  status,
  stdout: stdout.replace(OWN, ""),
  stderr,
});

describe.skipIf(missing)("the same as with an empty BASH_ENV", () => {
  test.for<{ args: readonly string[]; stdin?: string; env?: Record<string, string> }>([
    { args: ["-c", STATE] },
    { args: ["-c", STATE, "zero", "one", "two words"] },
    { args: ["-euc", STATE] },
    { args: ["-fc", STATE] },
    { args: ["-xc", "echo traced; false"] },
    { args: ["-lc", STATE] },
    { args: ["-O", "inherit_errexit", "-O", "extglob", "-c", STATE] },
    { args: ["state.sh", "a", "b"] },
    { args: ["-s", "a"], stdin: STATE },
    { args: [], stdin: STATE },
    { args: ["-c", 'cat; echo "$1"', "zero", "one"], stdin: "the line's own stdin\n" },
    { args: ["-c", "(exit 7)"] },
    { args: ["-c", "kill -TERM $$"] },
    { args: ["-c", STATE], env: { "BASH_FUNC_foo%%": "() { echo foo; }" } },
    { args: ["-c", STATE], env: { "BASH_FUNC_compgen%%": "() { echo compgen; }" } },
    { args: ["-c", STATE], env: { _: "before" } },
  ])("bash $args $env", async ({ args, stdin, env = {} }) => {
    const plain = await bash(args, { ...env, BASH_ENV: `${cwd}/empty.bash` }, stdin);
    const hooked = await bash(args, { ...env, BASH_ENV: hook() }, stdin);
    expect(withoutOwn(hooked)).toEqual(withoutOwn(plain));
    expect(stub.asked).toHaveLength(1);
  });
  test("children see guard's BASH_ENV", async () => {
    expect((await bash(["-c", "printenv BASH_ENV"], { BASH_ENV: hook() })).stdout).toBe(`${hook()}\n`);
  });
});

describe.skipIf(missing)("a profile that sets PATH anew does not lose the shims", () => {
  const shims = () => `${stub.agentFolder}/shims`;
  const home = () => join(cwd, "home");
  const tell = (args: readonly string[], profile: string, env: Record<string, string> = {}) => {
    writeFileSync(join(home(), ".bash_profile"), profile);
    return bash([...args, "printenv PATH; command -v rm"], { BASH_ENV: hook(), HOME: home(), ...env });
  };
  beforeAll(() => {
    mkdirSync(home());
    mkdirSync(shims());
    writeFileSync(join(shims(), "rm"), "#!/bin/sh\n", { mode: 0o755 });
  });
  afterAll(() => rmSync(shims(), { recursive: true }));

  test.for([["-lc"], ["-l", "-c"], ["-c", "-l"], ["-lxc"]])("bash %j", async (args) => {
    const { stdout } = await tell(args, "PATH=/usr/bin:/bin");
    expect(stdout).toBe(`${shims()}:/usr/bin:/bin\n${shims()}/rm\n`);
  });
  test("they stand in front once, the rest stays", async () => {
    const { stdout } = await tell(["-lc"], `PATH=/opt/x:${shims()}:/usr/bin:/bin`);
    expect(stdout.split("\n")[0]).toBe(`${shims()}:/opt/x:/usr/bin:/bin`);
  });
  test("a PATH that begins with them, or that is not set, stays as it is", async () => {
    const { stdout } = await tell(["-lc"], `PATH=${shims()}:/bin:/usr/bin:${shims()}`);
    expect(stdout.split("\n")[0]).toBe(`${shims()}:/bin:/usr/bin:${shims()}`);
    const unset = await bash(["-lc", "echo ${PATH-none}"], { BASH_ENV: hook(), HOME: home() });
    expect(unset.status).toBe(0);
  });
  test("nor does the user's own BASH_ENV", async () => {
    writeFileSync(join(cwd, "path.bash"), "PATH=/usr/bin:/bin");
    const { stdout } = await tell(["-c"], "", { GUARD_USER_BASH_ENV: `${cwd}/path.bash` });
    expect(stdout).toBe(`${shims()}:/usr/bin:/bin\n${shims()}/rm\n`);
  });
  test.for(["case", "if", "test", "["])("not even with a function named %s", async (name) => {
    const more = { [`BASH_FUNC_${name}%%`]: "() { return 1; }" };
    const { stdout } = await tell(["-lc"], "PATH=/usr/bin:/bin", more);
    expect(stdout).toContain(`${shims()}:/usr/bin:/bin\n`);
  });
});

describe.skipIf(missing)("the user's own BASH_ENV is read first", () => {
  test.for([
    "$HOME/my env.bash",
    "~/my env.bash",
    "my env.bash",
    "none.bash",
    "${NOT_SET-$HOME}/my env.bash",
  ])("%s", async (value) => {
    const line = `[[ "$_" ]]; ${STATE.replace("_=[$_] ", "")}`;
    const plain = await bash(["-c", line, "zero", "one"], { BASH_ENV: value });
    const hooked = await bash(["-c", line, "zero", "one"], {
      BASH_ENV: hook(),
      GUARD_USER_BASH_ENV: value,
    });
    const underscore = /^declare -- _=.*\n/m;
    expect(hooked.stdout.replace(OWN, "").replace(underscore, "")).toBe(
      plain.stdout.replace(OWN, "").replace(underscore, ""),
    );
  });
  test("its functions and aliases are sent", async () => {
    const env = { BASH_ENV: hook(), GUARD_USER_BASH_ENV: "$HOME/my env.bash" };
    expect(await bash(["-c", "al x; touch ran"], env)).toMatchObject({ status: 126 });
    expect(stub.asked[0]?.get("prelude")?.[0]).toBe(
      "alias al='mine'\nmine () \n{ \n    echo \"DENYME $*\"\n}\n",
    );
  });
});

describe.skipIf(missing)("functions from the environment", () => {
  test.for(NAMES)("none named %s gets a denied line run", async (name) => {
    for (const body of BODIES) {
      const ran = await bash(["-c", "/bin/echo DENYME"], {
        BASH_ENV: hook(),
        [`BASH_FUNC_${name}%%`]: body,
      });
      expect({ body, status: ran.status, stdout: ran.stdout }).toEqual({ body, status: 126, stdout: "" });
      expect(existsSync(join(cwd, "pwn"))).toBe(false);
    }
  });
  test("they are sent: a line that uses them is judged with them", async () => {
    const one = { BASH_ENV: hook(), "BASH_FUNC_one%%": "() { two; }", "BASH_FUNC_two%%": "() { echo 2; }" };
    expect(await bash(["-c", "o'ne'"], one)).toMatchObject({ status: 0, stdout: "2\n" });
    const sent = stub.asked[0]?.get("prelude")?.[0];
    expect(sent).toContain("one () {  two\n}\n");
    expect(sent).toContain("two () {  echo 2\n}\n");
    const two = { ...one, "BASH_FUNC_two%%": "() { echo DENYME; }" };
    expect(await bash(["-c", "one"], two)).toMatchObject({ status: 126, stdout: "" });
  });
  test("one with a strange name cannot be sent, and guard is told", async () => {
    await bash(["-c", "true"], { BASH_ENV: hook(), "BASH_FUNC_a;b%%": "() { :; }" });
    expect(stub.asked[0]?.get("incomplete")).toEqual(["yes"]);
  });
  test.for(["builtin", "declare", "local"])(
    "one that hides %s in a login shell cannot be sent, and guard is told",
    async (name) => {
      const env = { BASH_ENV: hook(), [`BASH_FUNC_${name}%%`]: "() { :; }" };
      await bash(["-lc", name], env);
      expect(stub.asked.at(-1)?.get("incomplete")).toEqual(["yes"]);
    },
  );
  test("more than fits is told, not cut", async () => {
    const env = { BASH_ENV: hook(), "BASH_FUNC_big%%": `() { echo '${"x".repeat(70_000)}'; }` };
    for (const option of ["-c", "-lc"]) {
      await bash([option, "big"], env);
      expect(stub.asked.at(-1)?.get("incomplete")).toEqual(["yes"]);
    }
  });
});
