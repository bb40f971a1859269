import { chmodSync, readdirSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { sha256 } from "../../src/core/sha256.ts";
import { isTrusted, trust, untrust } from "../../src/policy/trust.ts";
import { makeMachine, write } from "./fixture.ts";

const NOW = new Date("2026-11-16T00:00:00Z");

describe("trust in a project file", () => {
  function trustedMachine() {
    const machine = makeMachine({ project: "version: 1\n" });
    const { trustDir } = machine.places;
    trust(trustDir, machine.projectFile, sha256("version: 1\n"), NOW);
    return { trustDir, file: machine.projectFile, hash: sha256("version: 1\n") };
  }

  test("holds for the content that was trusted", () => {
    const { trustDir, file, hash } = trustedMachine();
    expect(isTrusted(trustDir, file, hash)).toBe(true);
  });

  test("ends when the content changes", () => {
    const { trustDir, file } = trustedMachine();
    expect(isTrusted(trustDir, file, sha256("version: 1\ncommands: [make]\n"))).toBe(false);
  });

  test("does not go over to another file of the same content", () => {
    const { trustDir, file, hash } = trustedMachine();
    expect(isTrusted(trustDir, `${file}.copy`, hash)).toBe(false);
  });

  test("can be taken back", () => {
    const { trustDir, file, hash } = trustedMachine();
    expect(untrust(trustDir, file)).toBe("removed");
    expect(isTrusted(trustDir, file, hash)).toBe(false);
    expect(untrust(trustDir, file)).toBe("was-not-trusted");
  });

  test("can be given twice", () => {
    const { trustDir, file, hash } = trustedMachine();
    trust(trustDir, file, hash, NOW);
    expect(isTrusted(trustDir, file, hash)).toBe(true);
    expect(readdirSync(trustDir)).toHaveLength(1);
  });

  test("is kept in files that only the user can read", () => {
    const { trustDir } = trustedMachine();
    const [record = ""] = readdirSync(trustDir);
    expect(statSync(trustDir).mode & 0o777).toBe(0o700);
    expect(statSync(join(trustDir, record)).mode & 0o777).toBe(0o600);
  });

  test("is not believed when others could have written the record", () => {
    const { trustDir, file, hash } = trustedMachine();
    const [record = ""] = readdirSync(trustDir);
    chmodSync(join(trustDir, record), 0o666);
    expect(isTrusted(trustDir, file, hash)).toBe(false);
  });

  test("is not believed from a folder that others can write to", () => {
    const { trustDir, file, hash } = trustedMachine();
    chmodSync(trustDir, 0o777);
    expect(isTrusted(trustDir, file, hash)).toBe(false);
  });

  test("is not believed when the record is broken or a link", () => {
    const { trustDir, file, hash } = trustedMachine();
    const [record = ""] = readdirSync(trustDir);
    write(join(trustDir, record), "{");
    expect(isTrusted(trustDir, file, hash)).toBe(false);
    untrust(trustDir, file);
    write(join(trustDir, "elsewhere"), JSON.stringify({ file, sha256: hash }));
    symlinkSync(join(trustDir, "elsewhere"), join(trustDir, record));
    expect(isTrusted(trustDir, file, hash)).toBe(false);
  });
});
