import { describe, expect, it } from "vitest";
import { effectsIn } from "./fixture.ts";

const P = "/home/me/project";

describe("redirections", () => {
  it.each([
    ["> writes", "true > a", `write ${P}/a`],
    [">> writes", "true >> a", `write ${P}/a`],
    ["&> writes", "true &> a", `write ${P}/a`],
    ["< reads", "true < a", `read ${P}/a`],
    ["<> reads and writes", "true <> a", `read ${P}/a; write ${P}/a`],
    ["2>&1 is nothing", "true 2>&1", ""],
    [">&2 is nothing", "true >&2", ""],
    [">&- is nothing", "true >&-", ""],
    [">& with a name writes", "true >& a", `write ${P}/a`],
    ["/dev/null is nothing", "true > /dev/null 2>&1", ""],
    ["/dev/tcp is network", "true > /dev/tcp/h/80", "network h/80"],
    ["a here-string is nothing", "true <<< text", ""],
    ["a here-string with a secret asks", 'true <<< "$API_KEY"', "execute $API_KEY"],
    ["an unknown target is an unknown path", 'true > "$X"', "write ?$X"],
  ])("%s", (_name, line, effects) => {
    expect(effectsIn(line)).toBe(effects);
  });
});

describe("assignments", () => {
  it.each([
    ["a dangerous name before a command", "PATH=/tmp true", "execute PATH"],
    ["a dangerous name without a command", "PATH=/tmp", "execute PATH"],
    ["a name that loads code is tampering", "LD_PRELOAD=./x.so true", "tamper LD_PRELOAD"],
    ["guard's own variables", "GUARD_MODE=off true", "tamper GUARD_MODE"],
    ["a harmless value", "PAGER=cat true", ""],
    ["another value of the same name", "PAGER=./x true", "execute PAGER"],
    ["HOME unchanged", "HOME=/home/me true", ""],
    ["HOME changed", "HOME=/tmp true", "execute HOME"],
    ["a harmless name", "LC_ALL=C true", ""],
    ["a name in no list reaches the program", "FOO=1 true", "execute FOO"],
    ["a name in no list stays in the shell", "FOO=1", ""],
    ["env sets variables too", "env LD_PRELOAD=x true", "tamper LD_PRELOAD"],
    ["env with an unknown value of a dangerous name", 'env PATH="$X" true', "execute PATH"],
  ])("%s", (_name, line, effects) => {
    expect(effectsIn(line)).toBe(effects);
  });
});

describe("variables that the shell sets", () => {
  it.each([
    ["a name of the line's own", "unset a", ""],
    ["a dangerous one", "unset PATH", "execute PATH"],
    ["an element of a dangerous one", "unset 'PATH[0]'", "execute PATH"],
    ["one that tampers", "unset BASH_ENV", "tamper BASH_ENV"],
    ["one that cannot be known", 'unset "$X"', "execute $X"],
  ])("%s", (_name, line, effects) => {
    expect(effectsIn(line)).toBe(effects);
  });
});

describe("printing variables", () => {
  it.each([
    ["a plain variable", "echo $HOME", ""],
    ["a secret", "echo $GITHUB_TOKEN", "execute $GITHUB_TOKEN"],
    ["any other variable", "echo $FOO", "execute $FOO"],
    ["inside of a string", 'echo "key: $FOO"', "execute $FOO"],
    ["behind another variable", `echo "$\{HOME/a/$API_KEY}"`, `execute $\{HOME/a/$API_KEY}`],
    ["what the line itself read", 'while read -r key; do echo "$key"; done', ""],
    ["the exit code", "echo $?", ""],
    ["a positional word", "echo $1", ""],
    ["printenv of a plain variable", "printenv HOME", ""],
    ["printenv of a secret", "printenv API_KEY", "execute API_KEY"],
    ["printenv of everything", "printenv", "execute"],
  ])("%s", (_name, line, effects) => {
    expect(effectsIn(line)).toBe(effects);
  });
});
