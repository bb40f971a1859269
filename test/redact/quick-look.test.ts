/** Most records hold nothing that could be a secret, and a quick look at all of their texts says so: it may say yes too often, never no. */
import { resolve } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { compileRedaction, fillIn } from "../../src/build/compile-redaction.ts";
import { createFindSecrets } from "../../src/redact/find-secrets.ts";
import { redactTexts } from "../../src/redact/redact-texts.ts";

const DATA = compileRedaction(resolve(import.meta.dirname, "../../policy/redaction.yaml"));
const find = createFindSecrets(DATA, []);
const always = { ...find, mayHold: () => true };

const V = "a1B2c3D4e5F6g7H8i9J0";
const names = [...DATA.names.last, ...DATA.names.ends, ...DATA.names.lastOfMore];
const part = fc.constantFrom(...names, "my", "x", "Db", "APP");
const name = fc
  .tuple(fc.array(part, { minLength: 1, maxLength: 3 }), fc.constantFrom("-", "_", ".", ""))
  .chain(([parts, sign]) => fc.constantFrom(parts.join(sign), parts.join(sign).toUpperCase(), camel(parts)));
const program = fc.constantFrom(
  ...DATA.programs.flatMap((option) => option.programs),
  "x",
  "/usr/bin/y",
  "echo",
);
const word = fc.oneof(
  name.chain((one) => fc.constantFrom(`--${one}`, `-${one}`, `${one}=${V}`, `${one}: ${V}`, one)),
  fc.constantFrom(
    V,
    "-p",
    `-p${V}`,
    "-u",
    `me:${V}`,
    "login",
    "set",
    "alias",
    "-b",
    "-k",
    "secret",
    "https://a:b@c",
    "x",
  ),
  fc.constantFrom(...DATA.tokens.flatMap(({ starts }) => starts)).map((start) => `${start}${V}${V}${V}`),
);

function camel(parts: readonly string[]): string {
  return parts
    .map((one, at) => (at === 0 ? one : `${one.slice(0, 1).toUpperCase()}${one.slice(1)}`))
    .join("");
}

test("what it passes over holds nothing that would be hidden, in lines and in argvs", () => {
  const argv = fc.tuple(program, fc.array(word, { maxLength: 5 })).map(([first, rest]) => [first, ...rest]);
  void fc.assert(
    fc.property(argv, argv, (one, other) => {
      const texts = [...one, other.join(" ")];
      const argvs = [{ from: 0, to: one.length, kind: "command" as const }];
      expect(redactTexts(texts, argvs, find)).toEqual(redactTexts(texts, argvs, always));
    }),
    { numRuns: 3_000 },
  );
});

test.for(["ls -la src", "make -j4 all", "git status", "gcc -O2 -c a.c -o a.o", "node build.js"])(
  "it passes over %s",
  (line) => {
    expect(find.mayHold(line)).toBe(false);
    expect(find.mayHold(`${line} ${fillIn("ghp_<36>").text}`)).toBe(true);
  },
);
