import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { exampleReader } from "../../src/engine/load-layers.ts";
import { renderFallbackTable, renderSettingsTable } from "../../src/mode/settings-table.ts";
import { loadPolicy } from "../../src/policy/load.ts";
import { ruleByLayers } from "../../src/policy/merge.ts";
import { FIELDS } from "../../src/policy/schema.ts";
import { trust } from "../../src/policy/trust.ts";
import { requireKnowledge } from "../helpers/knowledge.ts";
import { layersOf, makeMachine } from "./fixture.ts";

const DOC = readFileSync(resolve(import.meta.dirname, "../../docs/POLICY.md"), "utf8");
const KNOWLEDGE = requireKnowledge();

const EXAMPLES = [
  ...DOC.matchAll(/```yaml example (\w+)\n(.*?)```\n\n```text example lines\n(.*?)```/gs),
].map(([, layer = "", yaml = "", lines = ""]) => ({ layer, yaml, lines: lines.trim().split("\n") }));

describe("docs/POLICY.md", () => {
  test("holds one example for each layer", () => {
    expect(EXAMPLES.map(({ layer }) => layer)).toEqual(["user", "org", "project"]);
  });

  test.for(EXAMPLES)(
    "the example of the $layer file rules as the page says",
    async ({ layer, yaml, lines }) => {
      const machine = makeMachine({ [layer]: yaml });
      const input = { places: machine.places, readExample: exampleReader(machine.places, KNOWLEDGE) };
      const first = layersOf(await loadPolicy(input));
      if (first.projectFile.kind === "untrusted")
        trust(machine.places.trustDir, first.projectFile.file, first.projectFile.sha256, new Date());
      const layers = layersOf(await loadPolicy(input));
      const ruled: string[] = [];
      for (const row of lines) {
        const [line = "", said = ""] = row.split(/\s{2,}/);
        const reading = await input.readExample(line);
        const subject = reading.kind === "subjects" ? reading.subjects[0] : undefined;
        const found = subject && (ruleByLayers(layers, subject)?.ruling ?? "-");
        if (found !== said) ruled.push(`${line}: ${found}, the page says ${said}`);
      }
      expect(ruled).toEqual([]);
    },
  );

  test("prints the table of settings that the code has", () => {
    expect(DOC).toContain(renderSettingsTable());
    expect(DOC).toContain(renderFallbackTable());
  });

  test.for([...FIELDS.file, ...FIELDS.rule, ...FIELDS.match, ...FIELDS.settings])(
    "tells of the field %s",
    (field) => {
      expect(DOC).toContain(`\`${field}\``);
    },
  );
});
