import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { RULINGS, type Ruling, strictnessOf } from "../../src/core/ruling.ts";
import { loadPolicy } from "../../src/policy/load.ts";
import { matchRule } from "../../src/policy/match.ts";
import { evaluate, mergeLayers, ruleByLayers } from "../../src/policy/merge.ts";
import { POLICY_LAYERS, REMEMBERS, type RuledByPolicy } from "../../src/policy/policy.ts";
import { trust } from "../../src/policy/trust.ts";
import { layersOf, type Machine, makeMachine } from "./fixture.ts";
import { subjectOf } from "./subject.ts";

type Said = Ruling | `${Ruling} overridable` | "-";

function ruled(layer: RuledByPolicy["layer"], said: Said): RuledByPolicy[] {
  if (said === "-") return [];
  const [ruling, overridable] = said.split(" ") as [Ruling, string?];
  return [
    {
      layer,
      ruling,
      overridable: overridable !== undefined,
      rule: `${layer}.x`,
      because: "test",
      remember: "always",
      certainty: "yes",
      standing: "full",
      source: { file: "x", line: 1 },
    },
  ];
}

describe("org, user and project together", () => {
  const rows: [org: Said, user: Said, project: Said, result: string | undefined][] = [
    ["-", "-", "-", undefined],
    ["allow", "-", "-", "org allow"],
    ["-", "allow", "-", "user allow"],
    ["-", "-", "allow", "project allow"],
    ["deny", "allow", "allow", "org deny"],
    ["ask", "allow", "-", "org ask"],
    ["confirm", "allow", "allow", "org confirm"],
    ["allow", "ask", "-", "user ask"],
    ["allow", "allow", "deny", "project deny"],
    ["ask", "deny", "allow", "user deny"],
    ["deny overridable", "allow", "-", "user allow"],
    ["deny overridable", "-", "allow", "project allow"],
    ["deny overridable", "-", "-", "org deny"],
    ["deny overridable", "ask", "allow", "user ask"],
    ["deny overridable", "ask overridable", "allow", "project allow"],
    ["ask", "deny overridable", "allow", "org ask"],
    ["confirm overridable", "deny", "-", "user deny"],
  ];
  test.for(rows)("org %s, user %s, project %s: %s", ([org, user, project, result]) => {
    const merged = mergeLayers([...ruled("org", org), ...ruled("user", user), ...ruled("project", project)]);
    expect(merged && `${merged.layer} ${merged.ruling}`).toBe(result);
  });

  test("inside one layer deny beats confirm beats ask beats allow", () => {
    for (const ruling of RULINGS) {
      const all = RULINGS.slice(0, RULINGS.indexOf(ruling) + 1).flatMap((each) => ruled("user", each));
      expect(mergeLayers(all)?.ruling).toBe(ruling);
    }
  });

  test("only the overridable one of two wider rules is replaced", () => {
    const merged = mergeLayers([
      ...ruled("org", "deny overridable"),
      ...ruled("org", "ask"),
      ...ruled("user", "allow"),
    ]);
    expect(merged?.ruling).toBe("ask");
  });

  test("a question is remembered no longer than the strictest rule says", () => {
    const [first] = ruled("org", "ask");
    const [second] = ruled("user", "ask");
    if (!first || !second) throw new Error("no rules");
    expect(mergeLayers([first, { ...second, remember: "never" }])?.remember).toBe("never");
  });
});

const anyRuled = (fields: Partial<RuledByPolicy>): fc.Arbitrary<RuledByPolicy> =>
  fc
    .record({
      layer: fc.constantFrom(...POLICY_LAYERS),
      ruling: fc.constantFrom(...RULINGS),
      overridable: fc.boolean(),
      rule: fc.constant("x"),
      because: fc.constant("x"),
      remember: fc.constantFrom(...REMEMBERS),
      certainty: fc.constantFrom("yes" as const, "maybe" as const),
      standing: fc.constantFrom("full" as const, "tighten-only" as const),
      source: fc.constant({ file: "x", line: 1 }),
    })
    .map((one) => ({ ...one, ...fields }));

const strictness = (found: readonly RuledByPolicy[]): number => {
  const merged = mergeLayers(found);
  return merged ? strictnessOf(merged.ruling) : -1;
};

describe("one more layer never loosens", () => {
  test("a narrower layer below rules that are not overridable", () => {
    const wider = fc.array(
      fc.oneof(
        anyRuled({ layer: "org", overridable: false }),
        anyRuled({ layer: "user", overridable: false }),
      ),
      { minLength: 1 },
    );
    fc.assert(
      fc.property(wider, fc.array(anyRuled({ layer: "project" })), (above, below) => {
        expect(strictness([...above, ...below])).toBeGreaterThanOrEqual(strictness(above));
      }),
    );
  });

  test("an untrusted project below any rules, overridable or not", () => {
    const wider = fc.array(fc.oneof(anyRuled({ layer: "org" }), anyRuled({ layer: "user" })));
    fc.assert(
      fc.property(
        wider,
        fc.array(anyRuled({ layer: "project", standing: "tighten-only" })),
        (above, below) => {
          expect(strictness([...above, ...below])).toBeGreaterThanOrEqual(strictness(above));
        },
      ),
    );
  });

  test("what only may match never replaces a wider rule", () => {
    const wider = fc.array(fc.oneof(anyRuled({ layer: "org" }), anyRuled({ layer: "user" })));
    fc.assert(
      fc.property(wider, fc.array(anyRuled({ layer: "project", certainty: "maybe" })), (above, below) => {
        expect(strictness([...above, ...below])).toBeGreaterThanOrEqual(strictness(above));
      }),
    );
  });
});

describe("long policies", () => {
  test("looking only at rules that could match finds what looking at all of them finds", async () => {
    const names = ["git", "GIT", "g*", "./git", "npm", "n?m"];
    const text = `version: 1\nallowlist: [Git **, NPM **]\nrules:\n${names
      .flatMap((name, at) => [
        `  - {id: d${at}, match: "${name} **", ruling: deny, because: x}`,
        `  - {id: o${at}, match: {program: ["${name}", other], flags: [-x]}, ruling: ask, because: x}`,
      ])
      .join("\n")}\n  - {id: any, match: {flags: [-x]}, ruling: ask, because: x}\n`;
    const layers = layersOf(await loadPolicy({ places: makeMachine({ user: text }).places }));
    for (const line of ["git a -x", "GIT -x", "./git", "npm -x", "other -x", "$X -x", "gem"]) {
      const subject = subjectOf(line);
      const all = layers.user
        .filter((rule) => matchRule(rule, subject, layers.context) !== "no")
        .map(({ id }) => id);
      expect(evaluate(layers, subject).map(({ rule }) => rule)).toEqual(all);
    }
  });
});

describe("files of all layers, loaded", () => {
  const org =
    "version: 1\nblocked_commands: [terraform]\nrules:\n  - {id: npm, match: npm **, ruling: ask, because: org, overridable: true}\n";
  const project =
    "version: 1\ncommands: [make]\nrules:\n  - {id: npm, match: npm test, ruling: allow, because: p}\n  - {id: no-x, match: x, ruling: deny, because: p}\n";
  const load = async (machine: Machine) => layersOf(await loadPolicy({ places: machine.places }));
  const said = async (machine: Machine, line: string) =>
    ruleByLayers(await load(machine), subjectOf(line, { cwds: [machine.places.projectRoot] }))?.ruling;

  async function trusted(files: Parameters<typeof makeMachine>[0]): Promise<Machine> {
    const machine = makeMachine(files);
    const { projectFile } = await load(machine);
    if (projectFile.kind !== "untrusted") throw new Error(projectFile.kind);
    trust(machine.places.trustDir, projectFile.file, projectFile.sha256, new Date());
    return machine;
  }

  test("an untrusted project denies but allows nothing", async () => {
    const machine = makeMachine({ org, project });
    expect(await said(machine, "make")).toBeUndefined();
    expect(await said(machine, "npm test")).toBe("ask");
    expect(await said(machine, "x")).toBe("deny");
  });

  test("a trusted project allows, and overrides what may be overridden", async () => {
    const machine = await trusted({ org, project });
    expect(await said(machine, "make")).toBe("allow");
    expect(await said(machine, "npm test")).toBe("allow");
    expect(await said(machine, "npm install")).toBe("ask");
    expect(await said(machine, "terraform apply")).toBe("deny");
  });

  test("what a project allows holds inside the project only", async () => {
    const machine = await trusted({ project: "version: 1\ncommands: [make]\n" });
    const elsewhere = subjectOf("make", { cwds: ["/tmp/evil"] });
    expect(ruleByLayers(await load(machine), elsewhere)).toBeUndefined();
    expect(await said(machine, "make")).toBe("allow");
  });

  test("files in policy.d add to the org's policy in the order of their names", async () => {
    const { write } = await import("./fixture.ts");
    const machine = makeMachine({ org });
    write(`${machine.places.orgDir}/policy.d/20-b.yaml`, "version: 1\nblocked_commands: [helm]\n");
    write(`${machine.places.orgDir}/policy.d/10-a.yaml`, "version: 1\nblocked_commands: [fly]\n");
    write(`${machine.places.orgDir}/policy.d/readme.txt`, "not a policy");
    const layers = await load(machine);
    expect(layers.org.map(({ id }) => id)).toEqual([
      "org.npm",
      "org.blocked_commands.terraform",
      "org.blocked_commands.fly",
      "org.blocked_commands.helm",
    ]);
  });
});
