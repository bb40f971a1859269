/**
 * The build step that turns policy/programs/*.yaml and policy/variables.yaml into dist/knowledge.json, and
 * policy/agents/*.yaml into dist/agents.json, policy/project-files.yaml into dist/project-files.json, policy/confinement.yaml
 * into dist/confinement.json, policy/sockets.yaml into dist/sockets.json and policy/redaction.yaml into dist/redaction.json.
 * It must never write a file that holds a mistake: one problem anywhere, and nothing is written.
 *
 * node dist/build/compile-knowledge.js                 compile everything
 * node dist/build/compile-knowledge.js --check FILE…   only look at the shape of these files
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import type { KnowledgeData, KnowledgeFile } from "../classify/knowledge-data.ts";
import { compileAgents, readAgents } from "./compile-agents.ts";
import { compileConfinement } from "./compile-confinement.ts";
import { compileFiles, type SourceFile } from "./compile-files.ts";
import { compileProjectFiles } from "./compile-project-files.ts";
import { compileRedaction } from "./compile-redaction.ts";
import { compileSockets } from "./compile-sockets.ts";
import { problemText } from "./problem.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

export function knowledgeFiles(root: string): readonly SourceFile[] {
  const folder = join(root, "policy", "programs");
  const paths = readdirSync(folder)
    .filter((name) => name.endsWith(".yaml"))
    .sort()
    .map((name) => join(folder, name));
  return read([...paths, join(root, "policy", "variables.yaml")], root);
}

function read(paths: readonly string[], base: string): readonly SourceFile[] {
  return paths.map((path) => ({ file: relative(base, path) || path, text: readFileSync(path, "utf8") }));
}

/** ASCII only: node reads that five times as fast. */
export function knowledgeText(data: KnowledgeData): string {
  const file: KnowledgeFile = {
    ...data,
    programs: data.programs.flatMap(([names, spec]) => [names.join(" "), JSON.stringify(spec)]),
  };
  return JSON.stringify(file).replace(
    /[\u0080-\uffff]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

function main(args: readonly string[]): number {
  const check = args[0] === "--check";
  const files = check ? read(args.slice(1), process.cwd()) : knowledgeFiles(ROOT);
  const compiled = compileFiles(files);
  for (const problem of compiled.problems) process.stderr.write(`${problemText(problem)}\n`);
  if (compiled.problems.length > 0) return 1;
  if (!check) {
    mkdirSync(join(ROOT, "dist"), { recursive: true });
    writeFileSync(join(ROOT, "dist", "knowledge.json"), knowledgeText(compiled.data));
    const agents = compileAgents(readAgents(join(ROOT, "policy", "agents")));
    writeFileSync(join(ROOT, "dist", "agents.json"), JSON.stringify(agents));
    const projectFiles = compileProjectFiles(join(ROOT, "policy", "project-files.yaml"));
    writeFileSync(join(ROOT, "dist", "project-files.json"), JSON.stringify(projectFiles));
    const confinement = compileConfinement(join(ROOT, "policy", "confinement.yaml"));
    writeFileSync(join(ROOT, "dist", "confinement.json"), JSON.stringify(confinement));
    const sockets = compileSockets(join(ROOT, "policy", "sockets.yaml"));
    writeFileSync(join(ROOT, "dist", "sockets.json"), JSON.stringify(sockets));
    const redaction = compileRedaction(join(ROOT, "policy", "redaction.yaml"));
    writeFileSync(join(ROOT, "dist", "redaction.json"), JSON.stringify(redaction));
  }
  process.stdout.write(
    `${compiled.data.programs.length} entries, ${compiled.examples.length} examples: no problem found\n`,
  );
  return 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = main(process.argv.slice(2));
