import { describe, expect, it } from "vitest";
import { effectsIn, judged } from "./fixture.ts";

const P = "/home/me/project";

describe("which program it is", () => {
  it.each([
    ["a bare name is trusted", "rm a", `delete ${P}/a`],
    ["a system folder is trusted", "/usr/bin/rm a", `delete ${P}/a`],
    ["a roundabout way to a system folder too", "/usr/bin/../bin/rm a", `delete ${P}/a`],
    ["another folder keeps the effects and is execute", "./rm a", `execute ${P}/rm; delete ${P}/a`],
    [
      "a path that only begins like a system folder is not trusted",
      "/usr/bin/../../tmp/rm a",
      `execute /tmp/rm; delete ${P}/a`,
    ],
    ["an unknown name is execute", "frobnicate a", "execute frobnicate"],
    ["an unknown path is execute", "./build.sh", `execute ${P}/build.sh`],
    ["a name that JavaScript knows is unknown", "constructor a", "execute constructor"],
    ["__proto__ is unknown", "__proto__ a", "execute __proto__"],
    ["an unknown word as the name is execute", "$X a", "execute $X"],
    ["a glob as the name is execute", "/bin/r? a", "execute /bin/r?"],
  ])("%s", (_name, line, effects) => {
    expect(effectsIn(line)).toBe(effects);
  });

  it("explains a name that cannot be known", () => {
    expect(judged("$X a").effects[0]?.because).toBe("the program name cannot be known before it runs");
  });
});
