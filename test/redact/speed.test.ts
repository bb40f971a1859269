/** Hostile text of 64 KiB takes time that grows with its length, not with its square; bounds are wide, for slow machines. */

import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { compileRedaction, fillIn } from "../../src/build/compile-redaction.ts";
import { createRedactor } from "../../src/redact/redactor.ts";

const DATA = compileRedaction(resolve(import.meta.dirname, "../../policy/redaction.yaml"));
const redactor = createRedactor([{ name: "acme", pattern: "[a-z]+=(\\S{8,64})" }], () => DATA);
const CHARS = 64 * 1024;
/** One that reads each character for each would take seconds. */
const MOST_MS = 600;

const PIECES = [
  ...[
    "a",
    "eyJ",
    "sk-",
    "ghp_",
    "xoxb-",
    "SG.",
    "12345678:AA",
    "://a:",
    "://u:p@",
    "mysql -p ",
    "curl -u a:bcdefghi ",
  ],
  ...[
    "TOKEN=",
    "/TOKEN=",
    "A_TOKEN=abcdefgh1 ",
    '"password":',
    '"password":"abcdefgh12",',
    '"a',
    "\\",
    "X-Api-Key: ",
    "a-",
  ],
  ...[
    "authorization: ",
    "bearer ",
    "password = ",
    "pass:",
    "machine h login m password ",
    "\npassword: ",
    "\nabcdefgh_password: hunter2x",
    "set a_secret_access_key ",
    "fm2_",
    "sntrys_eyJ",
    "ATATT3a",
    "TOKEN=Abcdefgh1234;Abcdefgh1234;",
    "-----BEGIN PRIVATE KEY-----\n",
    ";$T",
    "$TOKEN ",
    "$TOKEN;",
    "x $TOKEN ",
    "authorization:",
    '"authorization: bearer ',
    ": bearer ",
    "htpasswd -b ",
    "mc alias set ",
    "set -x API_TOKEN ",
    "-e TOKEN=hunter ",
    ">",
    "2>&1 ",
    ")",
    "{ ",
    "f() ",
    "declare -",
    "declare x ",
    "--token hunter2 ",
    "x-token: ",
    "TOKEN=hunter",
    "TOKEN=a1B2c3D4e5F6 ",
    "ops_eyJa1",
    "xoxd-a1",
    "sk-a…",
    "«redacted:",
    " ",
    "\n",
  ],
];

/** Glued together, each may hide what makes the next one plain to see. */
const GLUED = [
  "npm_<36>",
  "GOCSPX-<28>",
  "AKIA<16B>",
  "hf_<34l>",
  "<9d>:AA<33>",
  "dapi<32h>",
  "npm_<36>GOCSPX-<28>",
].map((text) => fillIn(text).text);

test.for(GLUED)("nine tokens without anything between: %s", (token) => {
  const text = token.repeat(9);
  for (const strength of ["tokens", "all"] as const) {
    const once = redactor.text(text, strength);
    expect(redactor.text(once, strength)).toBe(once);
  }
});

describe("64 KiB of", () => {
  test.for([...PIECES, ...GLUED])("%j", (piece) => {
    const text = piece.repeat(Math.ceil(CHARS / piece.length)).slice(0, CHARS);
    const startedMs = performance.now();
    const once = redactor.text(text, "all");
    expect(performance.now() - startedMs).toBeLessThan(MOST_MS);
    expect(redactor.text(once, "all")).toBe(once);
  });
});

test.for(["://:abc@", "A_TOKEN=abcdefgh1 "])(
  "more secrets than a call takes arguments: 2 MB of %j",
  (piece) => {
    const text = piece.repeat(Math.ceil(2 ** 21 / piece.length));
    expect(redactor.text(text, "all")).toContain("«redacted:");
  },
);

test("a plain line takes a few microseconds", () => {
  const line = "git log --oneline -n 20 --since=2024-01-01 -- src/daemon/conversation.ts src/to.ts";
  const rounds = 5_000;
  for (let warm = 0; warm < rounds; warm++) redactor.text(line, "tokens");
  const startedMs = performance.now();
  for (let round = 0; round < rounds; round++) redactor.text(line, "tokens");
  expect(((performance.now() - startedMs) / rounds) * 1000).toBeLessThan(50);
});
