/** The table of canaries: what every row must be, so that it is shown whole and does no harm. */
import { describe, expect, test } from "vitest";
import type { Canary, Deed } from "../../src/doctor/canary.ts";
import { CANARIES } from "../../src/doctor/doctor.ts";
import { fillCanary } from "../../src/doctor/fill-canary.ts";
import { TIERS } from "../../src/doctor/tiers.ts";

const MOST_LETTERS = 46;
/** Each of them only looks: signal 0, an open or a connection without a word, a terminal of its own. */
const HARMLESS_CALLS = ["ptrace", "memory", "kill", "connect", "abstract", "terminal", "type"];

test("no two have the same name", () => {
  expect(new Set(CANARIES.map(({ id }) => id)).size).toBe(CANARIES.length);
});

test("the ways that issue 6 names are there", () => {
  const named =
    "bash sh-absolute zsh fish python-subprocess python-system node static env-i script builtin secret-ssh control-socket tmux-socket ptrace tiocsti kill other-terminal policy-write audit-write token";
  expect(CANARIES.map(({ id }) => id)).toEqual(expect.arrayContaining(named.split(" ")));
});

describe("each canary", () => {
  test.for(CANARIES.map((canary) => ({ ...canary, canary })))("$id", ({ canary }) => {
    expect(canary.about.length).toBeLessThanOrEqual(MOST_LETTERS);
    expect(canary.heldIn).toContain("full");
    expect(canary.heldIn.every((tier) => TIERS.includes(tier))).toBe(true);
    for (const deed of canary.deeds) expect(harmOf(deed, canary)).toBe("none");
  });
});

/** Started programs may make their mark and nothing else; files are opened, or made as a mark. */
function harmOf(deed: Deed, { driver }: Canary): string {
  switch (deed.kind) {
    case "exec":
      return [...deed.argv, deed.script ?? ""].join(" ").includes("{mark}") ? "none" : "no mark";
    case "line":
      return deed.line === ": > '{mark}'" ? "none" : "more than a mark";
    case "open":
      return deed.how !== "create" || deed.path === "{project-mark}" ? "none" : "makes a file";
    case "call":
      return driver === "native" && HARMLESS_CALLS.includes(deed.call) ? "none" : "an unknown call";
  }
}

describe("names are filled in", () => {
  const canary: Canary = {
    id: "x",
    about: "x",
    driver: "node",
    heldIn: ["full"],
    deeds: [{ kind: "exec", argv: ["{script}", "-c", ": > '{mark}'"], script: "#!/bin/sh\n: > '{mark}'\n" }],
  };
  test("in words and scripts", () => {
    expect(fillCanary(canary, { script: "/s", mark: "/m" })).toEqual({
      kind: "filled",
      deeds: [{ kind: "exec", argv: ["/s", "-c", ": > '/m'"], script: "#!/bin/sh\n: > '/m'\n" }],
    });
  });
  test("one that is not there makes the canary absent", () => {
    expect(fillCanary(canary, { mark: "/m" })).toEqual({ kind: "absent", missing: "script" });
  });
});
