/** How each driver is started and spoken to. */
import { constants } from "node:os";
import * as z from "zod/mini";
import type { Deed, Driver, Told } from "./canary.ts";

export interface DriverCommand {
  readonly driver: Driver;
  readonly argv: readonly [string, ...string[]];
}

export interface Task {
  readonly id: string;
  readonly deed: Deed;
}

/** guard-canary is C and reads words; the others read JSON. Names that it gets are ours: no line ends in them. */
export function encodeTask(driver: Driver, { id, deed }: Task): string {
  if (driver !== "native") return `${JSON.stringify({ id, deed })}\n`;
  return deed.kind === "call" ? `${id} ${deed.call} ${deed.object}\n` : `${id} ${deed.kind}\n`;
}

const TOLD = z.strictObject({
  id: z.string(),
  status: z.optional(z.union([z.number(), z.string()])),
  stderr: z.optional(z.string()),
  error: z.optional(z.string()),
  errno: z.optional(z.number()),
  file: z.optional(z.string()),
});

const ERROR_NAMES = new Map(Object.entries(constants.errno).map(([name, code]) => [code, name]));

/** Undefined: no answer of a driver. */
export function parseTold(line: string): (Told & { readonly id: string }) | undefined {
  const parsed = TOLD.safeParse(readJson(line));
  if (!parsed.success) return undefined;
  const { id, status, stderr, error, errno = 0, file } = parsed.data;
  const name = error ?? (errno === 0 ? undefined : (ERROR_NAMES.get(errno) ?? `errno ${errno}`));
  return {
    id,
    ...(status === undefined ? {} : { status }),
    ...(stderr === undefined ? {} : { stderr }),
    ...(name === undefined ? {} : { error: name }),
    ...(file === undefined ? {} : { file }),
  };
}

function readJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
