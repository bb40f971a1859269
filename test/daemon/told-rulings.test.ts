/** What each layer said, up to who decided in the end. */
import { describe, expect, test } from "vitest";
import type { Decided } from "../../src/daemon/decided.ts";
import { toldRulings } from "../../src/daemon/told-rulings.ts";
import type { CheckResult, CommandResult } from "../../src/decide/result.ts";

const decided = (by: Decided["by"], verdict: Decided["verdict"], rule: string, from?: string): Decided => ({
  ...{ by, verdict, rule, reason: "test" },
  ...(from === undefined ? {} : { from }),
});
const result = (ruling: CommandResult["ruling"], rule: string, rulings?: readonly string[]): CheckResult =>
  ({
    ruling,
    rules: [rule],
    commands: [
      // Another command of the line that the same mode allows.
      { rule, ruling: "allow", layer: "mode", rulings: ["somebody:else:x"] },
      { rule, ruling, layer: rule.split(".")[0], ...(rulings ? { rulings } : {}) },
    ].slice(ruling === "allow" ? 1 : 0),
  }) as unknown as CheckResult;

const RULES = ["org:allow:org.git", "user:ask:user.no-push"];
const ASKED = result("ask", "mode.default");
const ROWS: readonly [string, CheckResult, Decided, readonly string[] | undefined][] = [
  ["only the mode", result("allow", "mode.default"), decided("mode", "allow", "mode.default"), undefined],
  ["only the floor", result("deny", "floor.x"), decided("rule", "deny", "floor.x"), undefined],
  ["nobody is there to be asked", ASKED, decided("mode", "deny", "mode.default"), undefined],
  ["two layers", result("ask", "user.no-push", RULES), decided("mode", "deny", "user.no-push"), RULES],
  [
    "two layers and a person",
    result("ask", "user.no-push", RULES),
    decided("person", "allow", "person"),
    [...RULES, "person:allow:person"],
  ],
  [
    "a grant, by the check it was given for",
    ASKED,
    decided("grant", "allow", "grant", "0190"),
    ["mode:ask:mode.default", "grant:allow:0190"],
  ],
  [
    "a line's cover",
    ASKED,
    decided("lease", "allow", "guard.lease"),
    ["mode:ask:mode.default", "lease:allow:guard.lease"],
  ],
  [
    "nobody answered",
    ASKED,
    decided("timeout", "deny", "mode.default"),
    ["mode:ask:mode.default", "timeout:deny:mode.default"],
  ],
  [
    "another mode meanwhile",
    ASKED,
    decided("mode", "deny", "mode.plan"),
    ["mode:ask:mode.default", "mode:deny:mode.plan"],
  ],
  [
    "a setting",
    { ...result("deny", "settings.ask"), commands: [] },
    decided("person", "deny", "person"),
    ["mode:deny:settings.ask", "person:deny:person"],
  ],
  [
    "what could not be read",
    { ...result("ask", "parser.unparsable"), commands: [] },
    decided("person", "deny", "person"),
    ["parser:ask:parser.unparsable", "person:deny:person"],
  ],
  [
    "nothing would run",
    { ...result("allow", "x"), rules: [], commands: [] },
    decided("rule", "allow", "guard.engine"),
    undefined,
  ],
];

describe("the rulings in a record", () => {
  test.for(ROWS)("%s", ([, engine, by, rulings]) => {
    expect(toldRulings(engine, by)).toEqual(rulings);
  });
});
