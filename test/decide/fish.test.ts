/** fish lines with blocks: what is denied is denied inside them too, and nothing in them is allowed unasked. */
import { beforeAll, describe, expect, test } from "vitest";
import type { Engine } from "../../src/decide/engine.ts";
import { openEngine } from "../../src/engine/open-engine.ts";

const HOME = "/home/somebody";
let engine: Engine;
beforeAll(async () => {
  const opened = await openEngine({ cwd: "/w", env: { HOME } });
  if (opened.kind !== "open") throw new Error(opened.problems.join());
  engine = opened.engine;
});

const rulingOf = async (line: string): Promise<string> =>
  (await engine.check({ what: { kind: "line", line }, cwd: "/w", dialect: "fish" })).ruling;

const denied: readonly [name: string, line: string][] = [
  ["a secret read in a loop", "for i in 1; cat ~/.aws/credentials; end"],
  ["a secret read in a condition", "if true; cat ~/.ssh/id_rsa; end"],
  ["a secret read by the condition itself", "if cat ~/.ssh/id_rsa; end"],
  ["the home folder deleted in a function", "function x; rm -rf ~; end; x"],
  ["sudo as the condition of a loop", "while sudo true; sleep 1; end"],
  ["a secret as the input of a block", "begin; cat; end < ~/.netrc"],
  ["a secret in the words of a loop", "for i in (cat ~/.netrc); echo $i; end"],
];
describe("denied", () => {
  test.for(denied)("%s", async ([, line]) => expect(await rulingOf(line)).toBe("deny"));
});

const asked: readonly [name: string, line: string][] = [
  ["a loop that only lists", "for i in 1 2; ls; end"],
  ["a function of a harmless name", "function ls; echo x; end"],
  ["a choice", "switch $x; case a; ls; end"],
];
describe("asked", () => {
  test.for(asked)("%s", async ([, line]) => expect(await rulingOf(line)).toBe("ask"));
});
