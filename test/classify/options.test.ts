import { describe, expect, it } from "vitest";
import { effectsIn, kindsIn } from "./fixture.ts";

const P = "/home/me/project";

describe("options are read as the program reads them", () => {
  it.each([
    ["a flag has no effect", "sort -u a", `read ${P}/a`],
    ["flags may be bundled", "sort -ur a", `read ${P}/a`],
    ["a value may be attached to its letter", "sort -oout a", `write ${P}/out; read ${P}/a`],
    ["a value may follow a bundle", "sort -uo out a", `write ${P}/out; read ${P}/a`],
    ["a value may follow as a word", "sort -o out a", `write ${P}/out; read ${P}/a`],
    [
      "a long option takes = and the next word",
      "sort --output=o1 --output o2",
      `write ${P}/o1; write ${P}/o2`,
    ],
    ["options may stand behind operands", "sort a -o out", `write ${P}/out; read ${P}/a`],
    ["-- ends the options", "sort -- -o out", `read ${P}/-o; read ${P}/out`],
    [
      "an abbreviation has the effect of the option, and asks",
      "sort --outp=x a",
      `execute; write ${P}/x; read ${P}/a`,
    ],
    ["an optional value is only ever attached", "sort -i a", `read ${P}/a`],
    ["an attached optional value counts", "sort -ibak a", `write ${P}/bak; read ${P}/a`],
    ["-NUM stands for any number", "sort -15 a", `read ${P}/a`],
    ["a single dash is stdin", "sort -", ""],
    ["an option that is not listed asks", "sort --frobnicate a", `execute; read ${P}/a`],
    [
      "a letter that is not listed asks, and the rest of the bundle counts",
      "rm -Zr a",
      `execute; delete ${P}/a (recursive)`,
    ],
    ["a flag with a value that is no switch asks", "sort --unique=x a", `execute; read ${P}/a`],
    ["a flag with a switch value is the flag", "sort --unique=true a", `read ${P}/a`],
    ["otherOptions harmless lets unlisted options be", "cat --frobnicate a", `read ${P}/a`],
    ["find reads whole words", "find . -name '*.ts' -print", `search ${P} (recursive)`],
    ["find's words without a dash are no paths", "find . '(' -name a ')'", `search ${P} (recursive)`],
    ["find goes on after --", "find . -- -delete", `delete ${P} (recursive)`],
    ["find's -fprint writes", "find . -fprint out", `write ${P}/out; search ${P} (recursive)`],
    ["keys of dd are options", "dd if=a of=b bs=1M", `read ${P}/a; write ${P}/b`],
    ["an unknown key of dd asks", "dd if=a seek=1", `execute; read ${P}/a`],
    ["tar's letters need no dash", "tar czf out.tgz src", `write ${P}/out.tgz; read ${P}/src (recursive)`],
    ["tar with a dash", "tar -czf out.tgz src", `write ${P}/out.tgz; read ${P}/src (recursive)`],
    ["tar's f takes its value although letters follow", "tar tfv a.tar", `read ${P}/a.tar`],
    ["a posix program stops at the first operand", "timeout 5 rm -r a", ""],
    ["a long option with an unknown end asks", "sort --out$X a", `execute; read ${P}/a`],
  ])("%s", (_name, line, effects) => {
    expect(effectsIn(line)).toBe(effects);
  });
});

describe("words that cannot be known", () => {
  it.each([
    ["an unknown operand may be an option", "sort $X", "read execute"],
    ["a quoted unknown operand may be an option too", 'sort "$X"', "read execute"],
    ["behind -- it is only a path", 'sort -- "$X"', "read"],
    ["with known text before it, quoted, it is only a path", 'sort "src/$X"', "read"],
    ["unquoted it may split", "sort src/$X", "read execute"],
    ["a program without risky options reads an unknown path", 'cat "$X"', "read"],
    ["an unquoted value may bring further options", "sort -k $X a", "read execute"],
    ["an unknown sub-command asks", "docker $X", "execute"],
    ["an unknown sub-command behind options asks", "git -C a $X b", "execute"],
    ["an unquoted operand may shift the others", "mv -- $X b", "read write delete"],
    ["an unquoted word makes it uncertain which word is the program", "timeout $X rm a", "execute"],
  ])("%s", (_name, line, kinds) => {
    expect(kindsIn(line)).toBe(kinds);
  });

  it("names the path as written", () => {
    expect(effectsIn('cat "/etc/$X"')).toBe("read ?/etc/$X");
  });
});
