/** What an answer adds to a policy file, and that nothing else in it changes. */
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addEntries, removeEntry } from "../../src/policy/rule-text.ts";
import { removeRules } from "../../src/policy/save-rule.ts";
import { readYaml } from "../../src/policy/yaml-file.ts";
import { BECAUSE, save, savedIds, userTarget } from "./save-rule-fixture.ts";

const OWN = "  - {id: own, match: ls, ruling: allow, because: mine}";
const ROW = `{id: ID, match: "git commit **", ruling: allow, because: "${BECAUSE}"}`;

describe("where the rule is put", () => {
  const rows: [name: string, before: string, after: string][] = [
    ["no rules yet", "version: 1\n", `version: 1\nrules:\n  - ${ROW}\n`],
    ["no line end at the end", "version: 1", `version: 1\nrules:\n  - ${ROW}`],
    ["rules without entries", "rules:\nversion: 1\n", `rules:\n  - ${ROW}\nversion: 1\n`],
    [
      "rules whose entries are commented out",
      "rules: # later\n  # - a\nmode: plan\nversion: 1\n",
      `rules: # later\n  # - a\n  - ${ROW}\nmode: plan\nversion: 1\n`,
    ],
    ["rules that are null", "rules: null # c\nversion: 1\n", `rules:  # c\n  - ${ROW}\nversion: 1\n`],
    [
      "after the last rule, with its comments",
      `version: 1\nrules:\n${OWN} # one\n    # and more of it\n\n# the mode\nmode: plan\n`,
      `version: 1\nrules:\n${OWN} # one\n    # and more of it\n  - ${ROW}\n\n# the mode\nmode: plan\n`,
    ],
    [
      "rules in block form, dashes at the margin",
      "version: 1\nrules:\n- id: own\n  match: ls\n  ruling: allow\n  because: |\n    mine\n\nmode: plan\n",
      `version: 1\nrules:\n- id: own\n  match: ls\n  ruling: allow\n  because: >-\n    mine\n- ${ROW}\n\nmode: plan\n`,
    ],
    ["an empty list in brackets", "version: 1\nrules: [] # c\n", `version: 1\nrules: [${ROW}] # c\n`],
    [
      "a list in brackets with a last comma",
      "version: 1\nrules: [\n  {id: own, match: ls, ruling: allow, because: mine}, # c\n]\n",
      `version: 1\nrules: [\n  {id: own, match: ls, ruling: allow, because: mine}, ${ROW}, # c\n]\n`,
    ],
    ["a whole file in brackets", "{version: 1}\n", `{version: 1, rules: [${ROW}]}\n`],
    [
      "rules in a file in brackets",
      "{version: 1, rules: [], mode: plan}",
      `{version: 1, rules: [${ROW}], mode: plan}`,
    ],
    [
      "lines of Windows",
      "version: 1\r\nmode: plan\r\n",
      `version: 1\r\nmode: plan\r\nrules:\r\n  - ${ROW}\r\n`,
    ],
    ["a byte order mark", "\ufeffversion: 1\n", `\ufeffversion: 1\nrules:\n  - ${ROW}\n`],
    ["a document's start", "---\nversion: 1\n", `---\nversion: 1\nrules:\n  - ${ROW}\n`],
    ["a document's end", "version: 1\n...\n", `version: 1\nrules:\n  - ${ROW}\n...\n`],
    [
      "everything indented",
      "  version: 1\n  mode: plan\n",
      `  version: 1\n  mode: plan\n  rules:\n    - ${ROW}\n`,
    ],
  ];
  test.for(rows)("%s", async ([, before, after]) => {
    // `because: |` ends with a line end, which no sentence may hold.
    const text = before.replace("because: |", "because: >-");
    const { machine, target } = userTarget(text);
    const [id = ""] = await savedIds(target, "git commit **");
    expect(readFileSync(machine.userFile, "utf8")).toBe(after.replace("ID", id));
    if (!text.includes("null") && !text.endsWith("1")) {
      expect(await removeRules(target, id)).toMatchObject({ kind: "removed", ids: [id] });
      const left = readFileSync(machine.userFile, "utf8");
      expect(left).toBe(
        text.includes("rules") ? text : after.replace(/ *- \{id: ID.*\r?\n|\{id: ID[^}]*\}/, ""),
      );
    }
  });
});

test("what a match may hold comes back as it was", async () => {
  const { target, machine } = userTarget();
  const match = { program: "/opt/a b é", args: ["x: y", "#no", "{", "\\$x"], under: ["/p", "~/q"] };
  const [id] = await savedIds(target, match);
  const read = readYaml(machine.userFile, readFileSync(machine.userFile, "utf8"));
  expect(read).toMatchObject({ data: { rules: [{ id, match, ruling: "allow", because: BECAUSE }] } });
});

test("an entry that a person wrote anew over several lines is removed whole", async () => {
  const { machine, target } = userTarget(
    `version: 1\nrules:\n${OWN}\n  - id: approved-00000000\n    # why\n    match: make\n    ruling: allow\n    because: x # y\n${OWN.replace("own", "two")}\n`,
  );
  expect(await removeRules(target, "approved-00000000")).toMatchObject({ kind: "removed" });
  expect(readFileSync(machine.userFile, "utf8")).toBe(
    `version: 1\nrules:\n${OWN}\n${OWN.replace("own", "two")}\n`,
  );
});

test("comments and blank lines anywhere survive adding and removing", () => {
  const noise = fc.array(
    fc.oneof(
      fc.constant(""),
      fc.tuple(fc.nat(6), fc.string({ maxLength: 12 })).map(([indent, text]) => {
        return `${" ".repeat(indent)}# ${text.replace(/[\p{Cc}\u2028\u2029]/gu, "")}`;
      }),
    ),
    { maxLength: 3 },
  );
  const fields = [["version: 1"], ["mode: plan # c"], ["commands:", "  - make", "  - 'a b'"]];
  const rules = ["rules:", OWN, "  - id: b", "    match: [x, y]", "    ruling: deny", "    because: no"];
  const lines = fc
    .tuple(fc.shuffledSubarray([...fields, rules], { minLength: 1 }), fc.infiniteStream(noise))
    .map(([blocks, stream]) => blocks.flat().flatMap((line) => [...(stream.next().value ?? []), line]));
  const entry = { id: "approved-0123abcd", match: "make **", ruling: "allow", because: "x" } as const;
  fc.assert(
    fc.property(lines, noise, (body, tail) => {
      const text = `${[...body, ...tail].join("\n")}\n`;
      const added = addEntries(text, [entry]);
      if (added.kind !== "text") throw new Error(added.reason);
      expect(added.text.split("\n").filter((row) => !row.includes(entry.id) && row !== "rules:")).toEqual(
        text.split("\n").filter((row) => row !== "rules:"),
      );
      const before = readYaml("f", text);
      const after = readYaml("f", added.text);
      if (before.kind === "refused" || after.kind === "refused") throw new Error(JSON.stringify(after));
      const data = before.data as { rules?: unknown[] };
      expect(after.data).toEqual({ ...data, rules: [...(data.rules ?? []), entry] });
      const removed = removeEntry(added.text, data.rules?.length ?? 0);
      const left = removed.kind === "text" ? removed.text : removed.reason;
      expect(data.rules ? left : left.replace("rules:\n", "")).toBe(text);
    }),
    { numRuns: 300 },
  );
});

test("the same answer twice is one entry", async () => {
  const { machine, target } = userTarget();
  const ids = await savedIds(target, "make **", { program: "git", args: ["add"] });
  expect(ids).toHaveLength(2);
  expect(ids[1]).toBe(`${ids[0]}.2`);
  const text = readFileSync(machine.userFile, "utf8");
  expect(await save(target, "make **", { program: "git", args: ["add"] })).toMatchObject({
    kind: "already",
    ids,
  });
  expect(readFileSync(machine.userFile, "utf8")).toBe(text);
  expect(await removeRules(target, ids[0] ?? "")).toMatchObject({ kind: "removed", ids });
});
