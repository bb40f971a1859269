import { describe, expect, it } from "vitest";
import { classify } from "../../src/classify/classify.ts";
import { commandIn, effectsIn, fixture, here, judged } from "./fixture.ts";

const P = "/home/me/project";

describe("roles give effects on targets", () => {
  it.each([
    ["the last operand of cp is written", "cp a b c", `read ${P}/a; read ${P}/b; write ${P}/c`],
    ["-t turns all operands of cp into sources", "cp -t d a b", `write ${P}/d; read ${P}/a; read ${P}/b`],
    ["mv reads and deletes its sources", "mv a b", `read ${P}/a; delete ${P}/a; write ${P}/b`],
    ["grep's first operand is text", "grep a b", `search ${P}/b`],
    ["-e makes grep's first operand a path", "grep -e a b", `search ${P}/b`],
    ["two flags that set the operands both count", "gzip -dt a", `read ${P}/a; delete ${P}/a; read ${P}/a`],
    ["always wins over other flags", "gzip -dc a", `read ${P}/a`],
    ["recursive flags mark the effect", "rm -rf a", `delete ${P}/a (recursive)`],
    ["without operands ls lists the folder", "ls", `list ${P}`],
    ["-C moves the operands", "git -C sub add a", `write ${P}/sub/a`],
    ["two -C add up", "git -C a -C b add c", `write ${P}/a/b/c`],
    ["an unknown folder makes relative paths unknown", 'git -C "$X" add c', "write ?c"],
    ["/dev/null is nothing", "cat /dev/null", ""],
    ["globs are kept", "cat *.ts", `read ${P}/*.ts`],
    ["a glob in the place of a text may be paths too", "grep -n /a/*", "search /a/*"],
    ["a glob as an option's value may be operands too", "grep -e /a/*", "search /a/*"],
    ["a glob among repeating operands is one word", "cp *.a b", `read ${P}/*.a; write ${P}/b`],
    ["a path is normalised", "cat /usr/../etc/./passwd", "read /etc/passwd"],
    ["~ is the home folder", "cat ~/.ssh/id_rsa", "read /home/me/.ssh/id_rsa"],
    [
      "~ behind an option is the home folder as well",
      "sort '--output=~/x'",
      `write /home/me/x; write ${P}/~/x`,
    ],
    ["a file URL is read", "curl file:///etc/passwd", "network file:///etc/passwd; read /etc/passwd"],
    ["a surplus operand is not understood", "uniq a b c", `read ${P}/a; write ${P}/b; execute`],
    ["things are deleted without a path", "docker rm web", "delete web"],
    ["nested sub-commands", "docker volume prune", "delete"],
    ["an unknown sub-command", "docker frob", "execute"],
    ["no sub-command", "docker", "execute"],
    ["no sub-command where `without` allows it", "git", ""],
    ["a lone --version of a program with sub-commands", "docker --version", ""],
    ["a lone --version of an interpreter", "python --version", ""],
    ["minOperands 0 under a flag", "python -V", ""],
    ["a script is run", "python a.py", `execute ${P}/a.py`],
    ["- is a program from stdin", "python -", "execute"],
    ["an unknown sub-command with `otherwise` is its first operand", "yarn build", "execute build"],
  ])("%s", (_name, line, effects) => {
    expect(effectsIn(line)).toBe(effects);
  });

  it.each([
    ["a changing command of a confirm tool needs CONFIRM", "docker rm web", ["It can remove volumes."]],
    ["a reading one does not", "docker ps -a", undefined],
  ])("%s", (_name, line, can) => {
    expect(judged(line).confirm?.can).toEqual(can);
  });

  it("says under which name the program is known, and what to do instead", () => {
    expect(judged("docker rm web")).toMatchObject({ known: "docker rm", instead: "stop it first" });
  });

  it("says when the output is a list of paths", () => {
    expect(judged("find . -name a").printsPaths).toBe(true);
    expect(judged("cat a").printsPaths).toBe(false);
  });
});

describe("several folders", () => {
  it("give a target for each, and an unknown one where the folder is unknown", () => {
    const command = { ...commandIn("cat c"), cwds: ["/a", "/b", null] };
    const targets = classify(command, fixture, here).effects.map((effect) => effect.target);
    expect(targets).toMatchObject([
      { kind: "path", path: "/a/c" },
      { kind: "path", path: "/b/c" },
      { kind: "unknown-path", text: "c" },
    ]);
  });
});
