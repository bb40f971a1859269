/**
 * A session's agent folder with the real client and the real hooks, and a socket that stands in for the daemon: it denies
 * what holds DENYME, keeps what holds HOLDME waiting, allows the rest, and writes down what it was asked.
 */
import { execFile, execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";

export const SHIMS = resolve(import.meta.dirname, "../../shims");

const CHECK = "check=0190d3a0-0000-7000-8000-000000000000";
const ALLOW = ["verdict=allow", CHECK];
const DENY = ["verdict=deny", CHECK, "reason=the test says no", "rule=test.deny"];

/** The fields of one question; `arg` may come more than once. */
export type Asked = ReadonlyMap<string, readonly string[]>;

export interface AskStub {
  readonly agentFolder: string;
  readonly asked: readonly Asked[];
  /** The texts of the lines that were asked about. */
  lines(): readonly string[];
  /** How many questions wait for an answer. */
  held(): number;
  /** Answers those that wait. */
  answerHeld(verdict: "allow" | "deny"): void;
  forget(): void;
  stop(): Promise<void>;
}

/** Undefined: it can be built here. */
export function whyNoClient(): string | undefined {
  return ["make", "cc"].every(isInstalled) || isInstalled("musl-gcc")
    ? undefined
    : "make and a C compiler are needed";
}

export function isInstalled(program: string): boolean {
  try {
    execFileSync("/bin/sh", ["-c", `command -v ${program}`], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

export async function startAskStub(): Promise<AskStub> {
  const root = mkdtempSync(join(tmpdir(), "guard-ask-"));
  const agentFolder = mkdtempSync(join(root, "agent-"));
  await promisify(execFile)("make", ["-s", "-C", SHIMS, `OUT=${root}/native`, `${root}/native/guard-ask`]);
  symlinkSync(join(root, "native/guard-ask"), join(agentFolder, "guard-ask"));
  for (const name of readdirSync(SHIMS).filter((file) => /\.bash$|^hook\.zsh$|^fish$/.test(file)))
    symlinkSync(join(SHIMS, name), join(agentFolder, name));
  const asked: Asked[] = [];
  const waiting = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (connection) => serve(connection, asked, waiting));
  await new Promise<void>((done) => server.listen(join(agentFolder, "agent.sock"), done));
  return {
    agentFolder,
    asked,
    lines: () => asked.flatMap((fields) => fields.get("line") ?? []),
    held: () => waiting.size,
    answerHeld: (verdict) => {
      for (const connection of waiting)
        connection.write(frame(["guard=1", "id=1", ...(verdict === "allow" ? ALLOW : DENY)]));
      waiting.clear();
    },
    forget: () => void asked.splice(0),
    stop: async () => {
      for (const connection of waiting) connection.destroy();
      await new Promise((done) => server.close(done));
      rmSync(root, { recursive: true, force: true });
    },
  };
}

function serve(connection: Socket, asked: Asked[], waiting: Set<Socket>): void {
  let received = Buffer.alloc(0);
  connection.on("error", () => undefined);
  connection.on("close", () => waiting.delete(connection));
  connection.on("end", () => connection.end());
  connection.on("data", (bytes: Buffer) => {
    received = Buffer.concat([received, bytes]);
    if (received.length < 4 || received.length < 4 + received.readUInt32BE()) return;
    const text = received.subarray(4).toString();
    const fields = readFields(text);
    asked.push(fields);
    if (text.includes("HOLDME")) waiting.add(connection);
    else connection.write(frame(answer(fields, text)));
  });
}

function readFields(text: string): Asked {
  const fields = new Map<string, string[]>();
  for (const field of text.split("\0").slice(0, -1)) {
    const [key, value] = [field.slice(0, field.indexOf("=")), field.slice(field.indexOf("=") + 1)];
    fields.set(key, [...(fields.get(key) ?? []), value]);
  }
  return fields;
}

function answer(fields: Asked, text: string): readonly string[] {
  const start = ["guard=1", `id=${fields.get("id")?.[0]}`];
  if (fields.get("op")?.[0] !== "check") return [...start, "noted=yes"];
  return [...start, ...(text.includes("DENYME") ? DENY : ALLOW)];
}

function frame(fields: readonly string[]): Buffer {
  const payload = Buffer.from(fields.map((field) => `${field}\0`).join(""));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(payload.length);
  return Buffer.concat([length, payload]);
}
