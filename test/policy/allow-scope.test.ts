import { describe, expect, test } from "vitest";
import { loadInput } from "../../src/engine/load-layers.ts";
import type { Places } from "../../src/policy/find.ts";
import { loadPolicy } from "../../src/policy/load.ts";
import { ruleByLayers } from "../../src/policy/merge.ts";
import type { PolicyLayer } from "../../src/policy/policy.ts";
import { trust } from "../../src/policy/trust.ts";
import { requireKnowledge } from "../helpers/knowledge.ts";
import { layersOf, makeMachine } from "./fixture.ts";

const KNOWLEDGE = requireKnowledge();

/** A machine with its project at a fixed place that is no temp folder. */
async function ruled(layer: PolicyLayer, policy: string, line: string): Promise<string | undefined> {
  const machine = makeMachine({ [layer]: `version: 1\n${policy}\n` });
  const home = "/home/dev";
  const layers = await loadTrusted({ ...machine.places, home });
  const places = { ...machine.places, projectRoot: "/srv/app", home };
  const reading = await loadInput(places, KNOWLEDGE).readExample?.(line);
  const subject = reading?.kind === "subjects" ? reading.subjects.at(-1) : undefined;
  if (!subject) throw new Error(`cannot be read: ${line}`);
  const context = { ...layers.context, safe: { projectRoot: "/srv/app", temp: ["/tmp"] } };
  return ruleByLayers({ ...layers, context }, subject)?.ruling;
}

async function loadTrusted(places: Places) {
  const first = layersOf(await loadPolicy({ places }));
  if (first.projectFile.kind !== "untrusted") return first;
  trust(places.trustDir, first.projectFile.file, first.projectFile.sha256, new Date());
  return layersOf(await loadPolicy({ places }));
}

type Row = readonly [name: string, pattern: string, line: string, ruling: string | undefined];

describe("an allow that names operands holds inside the project", () => {
  const rows: Row[] = [
    ["in the project's root", "rm -rf build", "rm -rf build", "allow"],
    ["in a folder of the project", "rm -rf build", "cd sub && rm -rf build", "allow"],
    ["in a temp folder", "rm -rf build", "cd /tmp/x && rm -rf build", "allow"],
    ["not in another folder", "rm -rf build", "cd /etc; rm -rf build", undefined],
    ["not at the top", "rm -rf ./out/*", "cd / && rm -rf ./out/a", undefined],
    ["not in a folder that is not known", "rm -rf build", 'cd "$X" && rm -rf build', undefined],
    ["a wildcard does not climb", "rm -rf build*", "rm -rf build/../src", undefined],
    ["nor by two dots alone", "rm -rf *", "rm -rf ..", undefined],
    ["a wildcard stays", "rm -rf build*", "rm -rf build-2/x", "allow"],
    ["one word is any word of the project", "rm -rf *", "rm -rf src", "allow"],
    ["one word is no path elsewhere", "rm -rf *", "rm -rf /opt/x", undefined],
    ["a climbing name is not absolute", "rm -rf ../cache", "rm -rf ../cache", undefined],
    ["a path named absolutely", "rm -rf /opt/cache", "rm -rf /opt/cache", "allow"],
    ["seen from elsewhere it is the same path", "rm -rf /opt/cache", "cd /etc; rm -rf /opt/cache", "allow"],
    ["a path named by a wildcard", "rm -rf /opt/cache/*", "rm -rf /opt/cache/a", "allow"],
    ["a path below the home folder", "rm -rf ~/old/*", "rm -rf ~/old/a", "allow"],
    ["only that one", "cp /opt/a *", "cp /opt/a /etc/b", undefined],
    ["the rest of the words does not name it", "cp src **", "cp src /etc/b", undefined],
    ["the rest of the words inside the project", "cp src **", "cp src dst", "allow"],
    ["any operands are meant by an option and **", "rm -rf **", "rm -rf /opt/x", "allow"],
    ["an option's value elsewhere", "sort --output=*", "cd /etc; sort --output=x", undefined],
    ["a value that is joined elsewhere", "sort -o*", "cd /etc; sort -ox", undefined],
    ["an option's value in the project", "sort --output=*", "sort --output=x", "allow"],
    ["an option's value named absolutely", "sort --output=/opt/*", "sort --output=/opt/x", "allow"],
    ["a glob of the project", "cp src **", "cp src lib/a* lib", "allow"],
    ["a glob that may climb", "rm -r build **", "rm -r build lib/.*", undefined],
    ["a glob elsewhere", "rm -r build **", "rm -r build /opt/*", undefined],
  ];
  test.for(rows)("%s: `%s` and `%s`", async ([, pattern, line, ruling]) => {
    const rule = `rules:\n  - {id: r, match: ${JSON.stringify(pattern)}, ruling: allow, because: test}`;
    expect(await ruled("user", rule, line)).toBe(ruling);
  });
});

describe("the operands of an object form", () => {
  const rows: Row[] = [
    ["paths that are named cover", "{program: rm, args: [-rf], path: /opt/x/**}", "rm -rf /opt/x/a", "allow"],
    ["other paths do not", "{program: rm, args: [-rf], path: /opt/x/**}", "rm -rf /opt/y", undefined],
    ["a program alone means any operands", "{program: rm}", "rm -rf /opt/y", "allow"],
  ];
  test.for(rows)("%s: %s and `%s`", async ([, match, line, ruling]) => {
    const rule = `rules:\n  - {id: r, match: ${match}, ruling: allow, because: test}`;
    expect(await ruled("user", rule, line)).toBe(ruling);
  });
});

describe("what needs CONFIRM is not allowed in passing", () => {
  const everything = "[read, list, search, write, delete, execute, network, privilege]";
  const byEffect = `rules:\n  - {id: r, match: {effect: ${everything}}, ruling: allow, because: test}`;
  const rows: [name: string, layer: PolicyLayer, policy: string, line: string, ruling: string | undefined][] =
    [
      ["the user may name the program", "user", "commands: [terraform]", "terraform apply", "allow"],
      ["the user's effects alone do not name it", "user", byEffect, "terraform apply", undefined],
      ["the user's effects cover other programs", "user", byEffect, "touch x", "allow"],
      [
        "a project's pattern does not",
        "project",
        "allowlist: [terraform apply]",
        "terraform apply",
        undefined,
      ],
      ["nor for helm", "project", "allowlist: [helm upgrade **]", "helm upgrade x", undefined],
      [
        "nor for heroku",
        "project",
        "allowlist: ['heroku apps:destroy **']",
        "heroku apps:destroy x",
        undefined,
      ],
      ["nor for kubectl", "project", "allowlist: [kubectl delete **]", "kubectl delete pod x", undefined],
      [
        "a form that needs none is fine",
        "project",
        "allowlist: [terraform validate]",
        "terraform validate",
        "allow",
      ],
      ["other programs are fine", "project", "commands: [make]", "make all", "allow"],
    ];
  test.for(rows)("%s", async ([, layer, policy, line, ruling]) => {
    expect(await ruled(layer, policy, line)).toBe(ruling);
  });
});

describe("a project's allow changes nothing outside the project", () => {
  const rows: [name: string, line: string, ruling: string | undefined][] = [
    ["a file of the project", "touch a", "allow"],
    ["a temp file", "touch /tmp/a", "allow"],
    ["a file elsewhere", "touch /opt/a", undefined],
    ["a file above", "touch ../a", undefined],
    ["a file that is not known", 'touch "$F"', undefined],
  ];
  test.for(rows)("%s: `%s`", async ([, line, ruling]) => {
    expect(await ruled("project", "commands: [touch]", line)).toBe(ruling);
  });
});
