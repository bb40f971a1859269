import { describe, expect, test } from "vitest";
import { prepareRedactPattern } from "../../src/core/redact-pattern.ts";

function problemOf(pattern: string): string {
  const prepared = prepareRedactPattern({ name: "x", pattern });
  return prepared.kind === "bad" ? prepared.problem : "";
}

describe("patterns that may run on hostile text", () => {
  const good = [
    "acme_[A-Za-z0-9]{20,}",
    "(?:token|key)=(\\S+)",
    "[a-z]{1,20}-[a-z]{1,20}",
    "(?<![a-z])ACME-\\d{4}-\\d{4}",
    "[\\]+*(){}|]{4}x",
    "a\\+b\\(c",
    "(?:ab){4}",
    "x(?:a|b)?y",
  ];
  test.for(good)("%s", (pattern) => expect(problemOf(pattern)).toBe(""));

  test.for([
    ["(a+)+b", /must not repeat a group/],
    ["(?:a|aa)*b", /must not repeat a group/],
    ["(?:(?:a{2,3})b){5}", /must not repeat a group/],
    ["\\w+@\\w+", /65536.*write bounds/],
    ["(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)", /2048/],
    ["a?a?a?a?a?a?a?a?a?a?a?b", /2048/],
    ["a{1,32}a{1,31}b", /992/],
    ["(a)\\1", /must not refer back/],
    ["(?<n>a)\\k<n>", /must not refer back/],
    ["a{600}", /more than 512 times/],
    ["a*", /must not match the empty text/],
    ["x|", /must not match the empty text/],
    ["(a", /must be a regular expression/],
    ["\\-", /must be a regular expression/],
  ] as const)("%s is refused", ([pattern, problem]) => expect(problemOf(pattern)).toMatch(problem));

  test("repeats without an end get one", () => {
    const prepared = prepareRedactPattern({ name: "x", pattern: "k=(\\S+?);a{3}" });
    expect(prepared.kind === "pattern" ? prepared.regex.source : "").toBe("k=(\\S{1,256}?);a{3,3}");
  });
});
