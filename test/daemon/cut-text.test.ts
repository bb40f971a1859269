/** A text that guard cuts shows no part of a token, and is short. */
import { expect, test } from "vitest";
import { fillIn } from "../../src/build/compile-redaction.ts";
import { cutText } from "../../src/daemon/cut-text.ts";

const TOKEN = fillIn("ghp_<36>").text;
const MOST = 60;

const ROWS: readonly [name: string, text: string, shown: string][] = [
  ["a short one stays as it is", "bash SKevil1…", "bash SKevil1…"],
  ["a long one is cut", "x".repeat(80), `${"x".repeat(59)}…`],
  ["a token that the cut would part", `${"x ".repeat(20)}${TOKEN}`, `${"x ".repeat(20)}«redacted:github-to…`],
  [
    "a token, and no need to cut any more",
    `echo ${"x".repeat(20)} ${TOKEN}`,
    `echo ${"x".repeat(20)} «redacted:github-token»`,
  ],
];
test.for(ROWS)("%s", ([, text, shown]) => expect(cutText(text, MOST)).toBe(shown));

test("much of a long one is not looked at, and it is cut all the same", () => {
  const shown = cutText(`${TOKEN} `.repeat(10_000), MOST);
  expect(shown).toHaveLength(MOST);
  expect(shown).not.toContain("ghp_");
});
