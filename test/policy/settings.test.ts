import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MODES, type Mode } from "../../src/core/ruling.ts";
import { capMode, isLooser, usableWishes } from "../../src/policy/cap-mode.ts";
import { type LoadOutcome, loadPolicy } from "../../src/policy/load.ts";
import type { Settings, StartMode } from "../../src/policy/policy.ts";
import { trust } from "../../src/policy/trust.ts";
import { layersOf, makeMachine, problemsOf, write } from "./fixture.ts";

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

const warningsOf = (outcome: LoadOutcome): string =>
  outcome.kind === "loaded" ? outcome.warnings.join("\n") : "";

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
  [
    "reveal takes what is no path",
    { user: settings("reveal: [unix-datagrams]") },
    { reveal: ["unix-datagrams"] },
  ],
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

const CAPS: [name: string, files: Files, expected: Pick<Settings, "maxMode" | "maxModeFrom">][] = [
  ["nobody caps", {}, { maxMode: "full-auto" }],
  ["the org caps", { org: settings("max_mode: default") }, { maxMode: "default", maxModeFrom: "org" }],
  ["users bind themselves", { user: settings("max_mode: plan") }, { maxMode: "plan", maxModeFrom: "user" }],
  [
    "a user tightens the org's",
    { org: settings("max_mode: default"), user: settings("max_mode: plan") },
    { maxMode: "plan", maxModeFrom: "user" },
  ],
  [
    "a user does not loosen the org's",
    { org: settings("max_mode: plan"), user: settings("max_mode: full-auto") },
    { maxMode: "plan", maxModeFrom: "org" },
  ],
  [
    "an untrusted project tightens",
    { user: settings("max_mode: default"), project: settings("max_mode: plan") },
    { maxMode: "plan", maxModeFrom: "project" },
  ],
  [
    "an untrusted project does not loosen",
    { org: settings("max_mode: default"), project: settings("max_mode: full-auto") },
    { maxMode: "default", maxModeFrom: "org" },
  ],
  [
    "full-auto written out caps nothing",
    { org: settings("max_mode: full-auto") },
    { maxMode: "full-auto", maxModeFrom: "org" },
  ],
];

describe("the freest mode, the strictest layer says which", () => {
  test.for(CAPS)("%s", async ([, files, expected]) => {
    const { maxMode, maxModeFrom } = layersOf(await load(files)).settings;
    expect(maxModeFrom === undefined ? { maxMode } : { maxMode, maxModeFrom }).toEqual(expected);
  });

  test("a trusted project does not loosen either, and that is said", async () => {
    const files = { org: settings("max_mode: plan"), project: settings("max_mode: default") };
    const outcome = await load(files, "trusted");
    expect(layersOf(outcome).settings.maxMode).toBe("plan");
    expect(warningsOf(outcome)).toMatch(/max_mode is not used: it would loosen/);
  });

  test("another word is an error", async () => {
    const { places } = makeMachine({ user: `version: 1\n${settings("max_mode: auto")}\n` });
    expect(problemsOf(await loadPolicy({ places }))).toEqual([
      expect.stringMatching(/settings.max_mode must be one of default, plan, full-auto/),
    ]);
  });

  test("a mode is never above the cap, and one below it is left alone", () => {
    fc.assert(
      fc.property(fc.constantFrom(...MODES), fc.constantFrom(...MODES), (mode, cap) => {
        const capped = capMode(mode, cap);
        expect(isLooser(capped, cap)).toBe(false);
        expect(capped === mode || (capped === cap && isLooser(mode, cap))).toBe(true);
      }),
    );
  });
});

const wish = (mode: Mode, from: string) => ({ mode, from });
const PROJECT = "the project's file";
const OURS = "profiles:\n  - ours: {mode: full-auto, commands: [bazel]}";

describe("the mode to start in", () => {
  const rows: [files: Files, expected: StartMode, warning?: RegExp][] = [
    [{}, { mode: "default", from: "default", wishes: [] }],
    [{ user: "mode: full-auto" }, { mode: "full-auto", from: "user", wishes: [] }],
    [
      { org: "mode: default", user: "mode: full-auto" },
      { mode: "default", from: "org", wishes: [wish("full-auto", "your own file")] },
    ],
    [
      { org: "mode: default", user: "mode: plan" },
      { mode: "plan", from: "user", wishes: [] },
    ],
    [{ project: "mode: plan" }, { mode: "plan", from: "project", wishes: [] }],
    [
      { project: "mode: full-auto" },
      { mode: "default", from: "default", wishes: [wish("full-auto", PROJECT)] },
    ],
    [
      { user: "mode: plan", project: "mode: full-auto" },
      { mode: "plan", from: "user", wishes: [wish("full-auto", PROJECT)] },
    ],
    [
      { org: settings("max_mode: default"), user: "mode: full-auto" },
      { mode: "default", from: "org", wishes: [] },
      /policy.yaml: mode full-auto is lowered to default: the organisation allows mode default at most/,
    ],
    [{ org: settings("max_mode: plan") }, { mode: "plan", from: "org", wishes: [] }, /^$/],
    [
      { user: `mode: full-auto\n${settings("max_mode: default")}` },
      { mode: "default", from: "user", wishes: [] },
      /lowered to default: your own policy file allows/,
    ],
    [
      { org: settings("max_mode: default"), project: "mode: full-auto" },
      { mode: "default", from: "default", wishes: [] },
      /the project's file asks for mode full-auto: not offered, the organisation allows mode default at most/,
    ],
    [{ user: OURS }, { mode: "default", from: "default", wishes: [wish("full-auto", "profile ours")] }],
    [{ user: `mode: full-auto\n${OURS}` }, { mode: "full-auto", from: "user", wishes: [] }],
    [
      { org: OURS, user: "profiles: [ours]" },
      { mode: "default", from: "default", wishes: [wish("full-auto", "profile ours")] },
    ],
    // Only switched on ones ask, and an untrusted project switches nothing on.
    [
      { user: "profiles: {ours: {mode: plan, commands: [bazel]}}" },
      { mode: "default", from: "default", wishes: [] },
    ],
    [{ project: OURS }, { mode: "default", from: "default", wishes: [] }],
    [
      { org: settings("max_mode: default"), user: OURS },
      { mode: "default", from: "default", wishes: [] },
      /profile ours asks for mode full-auto: not offered/,
    ],
    // A stricter one is a wish, too: nothing but a file's own mode switches.
    [
      { user: "profiles:\n  - careful: {mode: plan, commands: [bazel]}" },
      { mode: "default", from: "default", wishes: [wish("plan", "profile careful")] },
    ],
  ];
  test.for(rows)("%o starts in %o", async ([files, expected, warning]) => {
    const outcome = await load(files);
    expect(layersOf(outcome).mode).toEqual(expected);
    if (warning) expect(warningsOf(outcome)).toMatch(warning);
  });

  test("a trusted project's profile asks like any other", async () => {
    expect(layersOf(await load({ project: OURS }, "trusted")).mode.wishes).toEqual([
      wish("full-auto", "profile ours"),
    ]);
  });

  test("a built-in profile may ask, also when it is switched on by hand", async () => {
    const { places } = makeMachine();
    const profilesDir = join(places.home, "profiles");
    const text =
      "about: x\ndetect: [x]\nmode: plan\ncommands: [bazel]\nexamples: {match: [], not_match: []}\n";
    write(join(profilesDir, "calm.yaml"), text);
    const outcome = await loadPolicy({ places: { ...places, profilesDir }, profiles: ["calm"] });
    expect(layersOf(outcome).mode).toEqual({
      mode: "default",
      from: "default",
      wishes: [wish("plan", "profile calm")],
    });
  });

  test("a profile's unknown field is told with those it may have", async () => {
    const { places } = makeMachine({
      user: "version: 1\nprofiles:\n  ours: {modus: plan, commands: [bazel]}\n",
    });
    expect(problemsOf(await loadPolicy({ places }))).toEqual([
      'policy.yaml:3: unknown field "modus" in profiles.ours; did you mean "mode"?',
    ]);
  });
});

describe("wishes that are left to ask about", () => {
  const agent = wish("full-auto", "agent codex");
  const rows: [name: string, inForce: Mode, maxMode: Mode, left: number, warnings: number][] = [
    ["another mode", "default", "full-auto", 1, 0],
    ["the mode in force", "full-auto", "full-auto", 0, 0],
    ["above the cap", "default", "default", 0, 1],
  ];
  test.for(rows)("%s", ([, inForce, maxMode, left, warnings]) => {
    const usable = usableWishes([agent, agent], inForce, { maxMode });
    expect([usable.wishes.length, usable.warnings.length]).toEqual([left, warnings]);
  });
});
