/** The card's words at a terminal's width. */
import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { card } from "../../src/launcher/offer-card.ts";
import { loadProfile } from "../../src/policy/profiles.ts";
import { PROFILES_DIR } from "../policy/fixture.ts";

const NAMES = readdirSync(PROFILES_DIR).map((file) => file.replace(".yaml", ""));
const show = (names: readonly string[], columns: number) =>
  card(
    "my-app",
    names.map((name) => loadProfile(PROFILES_DIR, name)),
    columns,
  );

test.for([...NAMES.map((name) => [name]), ["cpp-dev", "node-dev"], ["go-dev", "rust-dev", "web-dev"]])(
  "%s: no word is cut, and it is short",
  (names) => {
    const rows = show(names, 80).split("\n");
    expect(Math.max(...rows.map((row) => row.length))).toBeLessThanOrEqual(80);
    expect(rows.length).toBeLessThanOrEqual(names.length < 3 ? 7 : 8);
    const words = (text: string) => text.split(/\s+/).join(" ");
    expect(words(show(names, 80))).toBe(words(show(names, 10_000)));
  },
);

test("one profile lets, several let", () => {
  expect(show(["cpp-dev"], 200)).toContain("profile cpp-dev lets the tests");
  expect(show(["cpp-dev", "node-dev"], 200)).toContain("profiles cpp-dev and node-dev let the tests");
});
