/** Where guard's own parts lie. From src/, dist/launcher and dist/app alike the installation is two folders up. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export interface InstalledParts {
  readonly daemon: string;
  /** Shell files that an agent's shells read. */
  readonly hooks: string;
  readonly ask: string | undefined;
  /** Only where a C compiler was. */
  readonly shims: string | undefined;
  readonly seat: string | undefined;
}

export function findInstalledParts(): InstalledParts {
  const root = fileURLToPath(new URL("../../", import.meta.url));
  const found = (...names: string[]) =>
    names.map((name) => join(root, name)).find((path) => existsSync(path));
  return {
    daemon: join(root, "bin/guard-daemon.cjs"),
    hooks: join(root, "shims"),
    ask: found("dist/native/guard-ask"),
    shims: found("dist/native/shims"),
    seat: found("dist/native/guard-seat"),
  };
}

/** What protects this session, in the words of the start line. */
export function describeTier({ shims, seat }: InstalledParts): string {
  if (shims !== undefined && seat !== undefined) return "hooks+shims (advisory)";
  const missing = [...(shims === undefined ? ["shims"] : []), ...(seat === undefined ? ["seat"] : [])];
  const layers = shims === undefined ? "hooks" : "hooks+shims";
  return `${layers} (advisory; without ${missing.join(" and ")}: there was no C compiler)`;
}
