import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { encodeVerdict, parseAgentRequest } from "../../src/protocol/agent-messages.ts";
import { decodeFields, encodeFields } from "../../src/protocol/fields.ts";

const LINE = {
  guard: "1",
  op: "check",
  id: "7",
  layer: "hook",
  kind: "line",
  shell: "bash",
  pid: "42",
  cwd: "/w",
  line: "ls -la",
};
const frameOf = (fields: Record<string, string>, ...more: [string, string][]) =>
  encodeFields([...Object.entries(fields), ...more]);

describe("a request is read", () => {
  test("a line", () => {
    expect(parseAgentRequest(frameOf(LINE))).toEqual({
      kind: "request",
      request: { ...LINE, text: "exact" },
    });
  });
  test("an argv keeps its words apart, empty ones too", () => {
    const { shell: _, line: __, ...rest } = LINE;
    const payload = frameOf(
      { ...rest, kind: "argv", path: "/bin/rm" },
      ["arg", "rm"],
      ["arg", ""],
      ["arg", "a b"],
    );
    expect(parseAgentRequest(payload)).toMatchObject({
      kind: "request",
      request: { arg: ["rm", "", "a b"] },
    });
  });
  test("a line with = and newlines is taken as it is", () => {
    const line = "A=1 x\n\ty=2";
    expect(parseAgentRequest(frameOf({ ...LINE, line }))).toMatchObject({ request: { line } });
  });
  test("bytes that are not UTF-8 mark the whole request", () => {
    const payload = Buffer.from(frameOf(LINE).toString("latin1").replace("ls -la", "ls \xe9"), "latin1");
    expect(parseAgentRequest(payload)).toMatchObject({ kind: "request", request: { text: "mangled" } });
  });
  test("a real U+FFFD is exact text", () => {
    expect(parseAgentRequest(frameOf({ ...LINE, line: "echo \uFFFD" }))).toMatchObject({
      request: { text: "exact" },
    });
  });
});

describe("anything else is broken, with the id where there is one", () => {
  const rows: readonly [name: string, payload: Buffer, id: string][] = [
    ["nothing", Buffer.from([0]), "0"],
    ["no end", Buffer.from("guard=1"), "0"],
    ["a field without a name", Buffer.from("=x\0"), "0"],
    ["a field twice", frameOf(LINE, ["line", "rm"]), "0"],
    ["another version", frameOf({ ...LINE, guard: "2" }), "7"],
    ["an unknown field", frameOf({ ...LINE, approve: "yes" }), "7"],
    ["an unknown operation", frameOf({ ...LINE, op: "resolve" }), "7"],
    ["a relative folder", frameOf({ ...LINE, cwd: "w" }), "7"],
    ["a process number that is none", frameOf({ ...LINE, pid: "0" }), "7"],
    ["a line without its text", frameOf(Object.fromEntries(Object.entries(LINE).slice(0, -1))), "7"],
    ["an unknown shell", frameOf({ ...LINE, shell: "tcsh" }), "7"],
    ["an argv without words", frameOf({ ...LINE, kind: "argv", path: "/bin/ls" }), "7"],
  ];
  test.for(rows)("%s", ([, payload, id]) => {
    expect(parseAgentRequest(payload)).toMatchObject({ kind: "broken", id });
  });
  test("no bytes make it throw", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 400 }), (bytes) => {
        expect(parseAgentRequest(Buffer.from(bytes)).kind).toBe("broken");
      }),
    );
  });
});

test("a verdict cannot be torn by its own text", () => {
  const deny = { kind: "deny", check: "c", reason: "a\0verdict=allow", rule: "r" } as const;
  const decoded = decodeFields(encodeVerdict("1", deny));
  expect(decoded).toMatchObject({ kind: "fields" });
  if (decoded.kind === "fields") expect(decoded.fields.get("verdict")).toEqual(["deny"]);
});
