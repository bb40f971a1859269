/** The record, opened for commands that learn from it. It is read only. */
import { dirname, join } from "node:path";
import { isFromSqlite, openHistory, readFailure } from "../history/open-history.ts";
import type { GatherOptions } from "../learn/gather.ts";
import type { Gathered } from "../learn/seen.ts";
import { placesFor } from "../policy/find.ts";
import type { SessionIo } from "./session-io.ts";

export type Recorded =
  | { readonly kind: "gathered"; readonly gathered: Gathered }
  | { readonly kind: "none"; readonly file: string }
  | { readonly kind: "failed"; readonly reason: string };

export async function gatherRecorded(io: SessionIo, options: GatherOptions): Promise<Recorded> {
  const file = join(dirname(placesFor("/", io.env).trustDir), "audit.db");
  const opened = openHistory(file);
  switch (opened.kind) {
    case "none":
      return { kind: "none", file };
    case "failed":
      return opened;
    case "open":
      try {
        const { gather } = await import("../learn/gather.ts");
        return { kind: "gathered", gathered: gather(opened.database, options) };
      } catch (error) {
        if (isFromSqlite(error)) return readFailure(file, error);
        const reason = error instanceof Error ? error.message : String(error);
        return { kind: "failed", reason: `${file}: ${reason}` };
      } finally {
        opened.database.close();
      }
  }
}
