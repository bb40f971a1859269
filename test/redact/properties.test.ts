/** What holds for every text, with and without secrets in it. */
import { resolve } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compileRedaction, fillIn } from "../../src/build/compile-redaction.ts";
import { parseLine } from "../../src/parse/parse.ts";
import { createRedactor } from "../../src/redact/redactor.ts";

const DATA = compileRedaction(resolve(import.meta.dirname, "../../policy/redaction.yaml"));
const redactor = createRedactor([{ name: "acme", pattern: "acme-[a-z0-9]+" }], () => DATA);
const STRENGTHS = ["tokens", "all"] as const;
const RUNS = { numRuns: 300 };

const TOKENS = [
  ...["ghp_<36>", "github_pat_<50>", "glpat-<20>", "sk-<48>", "sk-ant-api03-<60>", "AKIA<16B>", "AIza<35>"],
  ...[
    "xoxb-<30>",
    "sk_live_<24>",
    "npm_<36>",
    "hvs.<24>",
    "eyJ<20>.eyJ<20>.<30>",
    "<9d>:AA<33>",
    "SG.<22>.<43>",
  ],
].map((text) => fillIn(text).text);

const WORDS = [
  ...[
    "ls",
    "-la",
    "git",
    "push",
    "mysql",
    "curl",
    "-u",
    "-p",
    "--password",
    "--token",
    "me:hunter2secret",
    "sshpass",
    "docker",
    "login",
  ],
  ...[
    "API_TOKEN=",
    "PASSWORD=hunter2x",
    "KEY=abcdefgh",
    "hunter2secret",
    '"password":"',
    "X-Api-Key: ",
    "Authorization: Bearer ",
  ],
  ...[
    "https://u:p4ssword@h",
    "://",
    "@",
    ":",
    "=",
    "acme-12345678",
    "«redacted:option»",
    "«",
    "»",
    "-----BEGIN PRIVATE KEY-----\n",
    "M".repeat(64),
  ],
  ...[
    "$(rm -rf ~)",
    "`id`",
    "$TOKEN",
    "eval $API_TOKEN",
    ";",
    "|",
    "&&",
    ">",
    "<",
    "(",
    ")",
    "{",
    "}",
    '"',
    "'",
    "\\",
    " ",
    "\n",
    "\t",
    "…",
    "é",
    "💥",
    "\ud83d",
    "/etc/shadow",
  ],
  ...TOKENS,
];
const word = fc.constantFrom(...WORDS);
const text = fc.oneof(
  fc.array(fc.oneof(word, fc.string({ maxLength: 6 })), { maxLength: 14 }).map((words) => words.join("")),
  fc.array(fc.oneof(word, fc.string({ maxLength: 6 })), { maxLength: 14 }).map((words) => words.join(" ")),
  fc.string({ unit: "grapheme", maxLength: 60 }),
);

/** What a shell acts on, and what parts words, in its order. */
function active(value: string): string {
  return value.replace(/[^\s"'`$\\;|&<>(){}]+/gu, "");
}

describe.for(STRENGTHS)("%s", (strength) => {
  test("a second pass changes nothing", () => {
    fc.assert(
      fc.property(text, (line) => {
        const once = redactor.text(line, strength);
        expect(redactor.text(once, strength)).toBe(once);
      }),
      RUNS,
    );
  });

  test("what a shell acts on stays, in its order", () => {
    fc.assert(
      fc.property(text, (line) => {
        expect(active(redactor.text(line, strength))).toBe(active(line));
      }),
      RUNS,
    );
  });

  test("a token does not stay, whatever stands around it", () => {
    const around = fc.constantFrom("", " ", '"', "'", "=", ":", "@", "/", "\n", ";", "$", "(");
    fc.assert(
      fc.property(text, around, fc.constantFrom(...TOKENS), around, text, (left, a, token, b, right) => {
        fc.pre(!(left + right).includes(token));
        // A letter before or a digit behind would make it something else.
        const [before, behind] = [a || " ", b || " "];
        expect(redactor.text(`${left} ${before}${token}${behind} ${right}`, strength)).not.toContain(token);
      }),
      RUNS,
    );
  });
});

test("a record: a second pass changes nothing, and active characters stay in each text", () => {
  const value = fc.record({
    command: fc.oneof(text, fc.array(text, { maxLength: 5 })),
    reason: text,
    effects: fc.array(text, { maxLength: 3 }),
  });
  fc.assert(
    fc.property(value, (record) => {
      const once = redactor.record(record);
      expect(redactor.record(once)).toEqual(once);
      expect(active(JSON.stringify(once))).toBe(active(JSON.stringify(record)));
    }),
    RUNS,
  );
});

/** The value of a name, or what stands behind an option, is a program. */
const RUN_BY_NAME = [
  "$TOKEN",
  "''$TOKEN",
  "./${TOKEN}",
  "command -p $TOKEN",
  "TOKEN=gradle; $TOKEN",
  "TOKEN=gradle\n>x $TOKEN",
  "TOKEN=gradle; env -i $TOKEN",
  "TOKEN=gradle; trap $TOKEN EXIT; x",
  'f() { "$@"; }; TOKEN=gradle; f $TOKEN',
  '--token() { "$@"; }; --token gradle',
  'bearer() { "$@"; }; bearer longevilprogram1234',
  "alias token=shutdown\ntoken",
  "case --token in --token) gradle;; esac; x",
  "exec -a --token gradle",
  "for x in --token gradle; do $x y; done; x",
];

test("a line has the commands and programs that it had", () => {
  const command = fc
    .tuple(
      fc.constantFrom(
        "",
        "API_TOKEN=hunter2secret ",
        "PASSWORD='abcdefgh9' ",
        "A=1 ",
        ">x ",
        "authorization= ",
      ),
      fc.constantFrom(...["mysql", "curl", "git", "x", "sshpass", ...RUN_BY_NAME]),
      fc.array(
        fc.oneof(
          fc.constantFrom(
            "--password",
            "hunter2secret",
            "-phunter2secret",
            "-u me:hunter2secret",
            '\'{"password":"hunter2secret"}\'',
          ),
          fc.constantFrom(
            "https://u:p4ssword@h/x",
            "$HOME",
            "$(id -u)",
            '"Authorization: Bearer abcdefgh12345678"',
            ...TOKENS,
          ),
        ),
        { maxLength: 5 },
      ),
    )
    .map(([before, program, args]) => `${before}${program} ${args.join(" ")}`);
  const line = fc
    .array(fc.tuple(command, fc.constantFrom(" && ", "; ", " | ", "\n")), { minLength: 1, maxLength: 4 })
    .map((parts) => parts.map(([one, sign], at) => (at < parts.length - 1 ? one + sign : one)).join(""));
  const programs = (shell: string): unknown => {
    const parsed = parseLine(shell, { dialect: "bash", home: "/home/u", cwd: "/work" });
    if (parsed.kind === "unparsable") return parsed.kind;
    return parsed.commands.map(({ argv }) => argv[0]?.pieces.map(({ kind, text: own }) => [kind, own]));
  };
  fc.assert(
    fc.property(line, (shell) => {
      expect(programs(redactor.text(shell, "all"))).toEqual(programs(shell));
    }),
    { numRuns: 500 },
  );
});
