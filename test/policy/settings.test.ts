import { describe, expect, test } from "vitest";
import { loadPolicy } from "../../src/policy/load.ts";
import type { Settings, StartMode } from "../../src/policy/policy.ts";
import { trust } from "../../src/policy/trust.ts";
import { layersOf, makeMachine } from "./fixture.ts";

type Files = { readonly org?: string; readonly user?: string; readonly project?: string };

async function load(files: Files, standing: "trusted" | "untrusted" = "untrusted") {
  const texts = Object.fromEntries(
    Object.entries(files).map(([layer, text]) => [layer, `version: 1\n${text}\n`]),
  );
  const machine = makeMachine(texts);
  const first = await loadPolicy({ places: machine.places });
  const { projectFile } = layersOf(first);
  if (standing === "untrusted" || projectFile.kind !== "untrusted") return first;
  trust(machine.places.trustDir, projectFile.file, projectFile.sha256, new Date());
  return loadPolicy({ places: machine.places });
}

const settings = (text: string): string => `settings: {${text}}`;

const SETTINGS: [name: string, files: Files, expected: Partial<Settings>][] = [
  [
    "nothing written: the defaults",
    {},
    {
      ask: "on-miss",
      askFallback: "deny",
      approvalTimeoutMinutes: 5,
      dangerousTimeoutMinutes: 5,
      dangerousNeedsConfirm: "yes",
    },
  ],
  [
    "the user may choose where the org is silent",
    { user: settings("security: full, ask_fallback: full") },
    { security: "full", askFallback: "full" },
  ],
  [
    "the user may not loosen the org's",
    { org: settings("security: allowlist"), user: settings("security: full") },
    { security: "allowlist" },
  ],
  [
    "the user may tighten the org's",
    { org: settings("security: full"), user: settings("security: deny") },
    { security: "deny" },
  ],
  [
    "ask off is not undone by always",
    { org: settings("ask: off"), user: settings("ask: always") },
    { ask: "off" },
  ],
  [
    "on-miss may become always",
    { org: settings("ask: on-miss"), user: settings("ask: always") },
    { ask: "always" },
  ],
  [
    "approval_enabled false is ask off",
    { org: settings("approval_enabled: false"), user: settings("ask: on-miss") },
    { ask: "off" },
  ],
  [
    "a shorter wait is stricter",
    { org: settings("approval_timeout_minutes: 10"), user: settings("approval_timeout_minutes: 20") },
    { approvalTimeoutMinutes: 10 },
  ],
  [
    "the dangerous wait follows the wait",
    { user: settings("approval_timeout_minutes: 2") },
    { dangerousTimeoutMinutes: 2 },
  ],
  [
    "the dangerous wait of its own",
    { user: settings("dangerous_timeout_minutes: 9") },
    { approvalTimeoutMinutes: 5, dangerousTimeoutMinutes: 9 },
  ],
  [
    "no confirmation",
    { user: settings("dangerous_command_requires_confirmation: false") },
    { dangerousNeedsConfirm: "no" },
  ],
  [
    "an org that insists on confirmation",
    {
      org: settings("dangerous_command_requires_confirmation: true"),
      user: settings("dangerous_command_requires_confirmation: false"),
    },
    { dangerousNeedsConfirm: "yes" },
  ],
  [
    "an untrusted project may tighten",
    { project: settings("security: deny, ask: off, approval_timeout_minutes: 1") },
    { security: "deny", ask: "off", approvalTimeoutMinutes: 1 },
  ],
  [
    "an untrusted project may not loosen",
    { project: settings("ask_fallback: allowlist, approval_timeout_minutes: 30") },
    { askFallback: "deny", approvalTimeoutMinutes: 5 },
  ],
  ["reveal is the user's", { user: settings("reveal: [~/.npmrc]") }, { reveal: ["~/.npmrc"] }],
];

describe("settings of several layers", () => {
  test.for(SETTINGS)("%s", async ([, files, expected]) => {
    expect(layersOf(await load(files)).settings).toMatchObject(expected);
  });

  test("a trusted project may use what wider layers left open, not undo what they wrote", async () => {
    const files = {
      user: settings("approval_timeout_minutes: 3"),
      project: settings("ask_fallback: allowlist, approval_timeout_minutes: 30"),
    };
    const outcome = await load(files, "trusted");
    expect(layersOf(outcome).settings).toMatchObject({ askFallback: "allowlist", approvalTimeoutMinutes: 3 });
    expect(outcome.kind === "loaded" && outcome.warnings.join()).toMatch(
      /approval_timeout_minutes is not used: it would loosen/,
    );
  });
});

describe("the mode to start in", () => {
  const rows: [files: Files, expected: StartMode][] = [
    [{}, { mode: "default", from: "default" }],
    [{ user: "mode: full-auto" }, { mode: "full-auto", from: "user" }],
    [
      { org: "mode: default", user: "mode: full-auto" },
      { mode: "default", from: "org", wished: "full-auto" },
    ],
    [
      { org: "mode: default", user: "mode: plan" },
      { mode: "plan", from: "user" },
    ],
    [{ project: "mode: plan" }, { mode: "plan", from: "project" }],
    [{ project: "mode: full-auto" }, { mode: "default", from: "default", wished: "full-auto" }],
    [
      { user: "mode: plan", project: "mode: full-auto" },
      { mode: "plan", from: "user", wished: "full-auto" },
    ],
  ];
  test.for(rows)("%o starts in %o", async ([files, expected]) => {
    expect(layersOf(await load(files)).mode).toEqual(expected);
  });
});
