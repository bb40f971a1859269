/** Which programs get a shim, and the folder that holds them. */
import { mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { linkShims, namesOnPath } from "../../src/ask/link-shims.ts";
import { compileFiles } from "../../src/build/compile-files.ts";
import { knowledgeFiles, knowledgeText } from "../../src/build/compile-knowledge.ts";
import { shimNames } from "../../src/build/shim-names.ts";
import type { KnowledgeFile } from "../../src/classify/knowledge-data.ts";

const root = mkdtempSync(join(tmpdir(), "guard-names-"));
afterAll(() => rmSync(root, { recursive: true }));

const compiled = compileFiles(knowledgeFiles(join(import.meta.dirname, "../..")));
const names = new Set(shimNames(JSON.parse(knowledgeText(compiled.data)) as KnowledgeFile));

describe("a shim is made for", () => {
  const WANTED =
    "rm mv cp dd chmod chown curl wget ssh git npm docker kubectl terraform aws sudo su doas systemctl kill find sed awk " +
    "sh dash bash zsh fish ksh busybox python python3 node perl ruby php lua deno bun env xargs nice nohup timeout setsid " +
    "sort tee tar install psql sqlite3 crontab at tmux mkfs shutdown";
  test.for(WANTED.split(" "))("%s", (name) => expect(names).toContain(name));
});

describe("no shim is made for", () => {
  const QUIET = "cat ls head tail wc grep stat basename dirname pwd true false sleep";
  const OWN = "guard guard-ask";
  const REMEMBERED = "cc gcc g++ clang ld ar ranlib make ninja pkg-config";
  const NO_FILES = ". [ [[ :";
  test.for(`${QUIET} ${OWN} ${REMEMBERED} ${NO_FILES}`.split(" "))("%s", (name) =>
    expect(names).not.toContain(name),
  );
});

test("every name can be a file in the folder", () => {
  for (const name of names) expect(name).toMatch(/^\w[\w.+@-]*$/);
});

describe("of the names, those on PATH are linked", () => {
  const [one, two] = [join(root, "one"), join(root, "two")];
  for (const folder of [one, two]) mkdirSync(folder);
  for (const name of ["rm", "ls", "python3.11", "gcc-12", "mkfs.ext4", "md5sum"])
    writeFileSync(join(one, name), "");
  for (const name of ["rm", "curl", "perl5.36.0"]) writeFileSync(join(two, name), "");
  const found = namesOnPath(
    ["rm", "curl", "python", "perl", "docker"],
    `${one}:relative::/no/such:${two}:${one}`,
  );

  test("also by version, once each, and nothing that is missing", () => {
    expect(found).toHaveLength(5);
    expect(new Set(found)).toEqual(new Set(["curl", "mkfs.ext4", "perl5.36.0", "python3.11", "rm"]));
  });

  test("each link leads to guard-ask", () => {
    linkShims(join(root, "shims"), "../guard-ask", found);
    expect(readdirSync(join(root, "shims"))).toHaveLength(5);
    expect(readlinkSync(join(root, "shims/rm"))).toBe("../guard-ask");
  });
});
