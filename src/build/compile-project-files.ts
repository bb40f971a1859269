/** policy/project-files.yaml -> dist/project-files.json: program -> file -> what must be in it ("" = anything). */
import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { z } from "zod";

const files = z.record(z.string().min(1), z.string().min(1));
const projectFiles = z.record(z.string().regex(/^[\w.|-]+$/), files);

export type ProjectFileTable = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Throws when the file holds a mistake. */
export function compileProjectFiles(path: string): ProjectFileTable {
  const parsed = projectFiles.safeParse(parse(readFileSync(path, "utf8")));
  if (!parsed.success) throw new Error(`${path}: ${z.prettifyError(parsed.error)}`);
  const table = new Map<string, Record<string, string>>();
  for (const [names, rows] of Object.entries(parsed.data)) {
    const compiled = Object.fromEntries(
      Object.entries(rows).map(([file, holds]) => [file, holds === "any" ? "" : checked(holds)]),
    );
    for (const name of names.split("|")) {
      if (table.has(name)) throw new Error(`${path}: ${name} stands there twice`);
      table.set(name, compiled);
    }
  }
  return Object.fromEntries(table);
}

function checked(expression: string): string {
  new RegExp(expression, "im");
  return expression;
}
