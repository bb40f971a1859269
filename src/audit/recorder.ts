/**
 * What guard has decided is written down before anybody is told. This folder only ever adds; it never reads a decision back
 * and never says "recorded" before a kill could not lose it any more. A crash of guard loses nothing; a power cut may lose seconds.
 */
import type { Head } from "./chain.ts";
import type { AuditRecord } from "./record.ts";

export type Recorded = "recorded" | { readonly kind: "failed"; readonly reason: string };

export interface Recorder {
  /** `failed`: it is not written, so the verdict must be deny. Never throws. */
  readonly append: (record: AuditRecord) => Promise<Recorded>;
  /** Of the last record that was written; undefined before the first. */
  readonly head: () => Head | undefined;
  /** The same, when the database has it: to be told where the record is checked against it. */
  readonly settle: () => Promise<Head | undefined>;
  /** Retention, aside: what is older is taken away, in steps. */
  readonly prune: (beforeMs: number) => void;
  /** Writes what waits; what comes later fails. The process ends next: nothing waits for the disk. */
  readonly leave: () => Promise<void>;
  /** And gives the database back, which waits for the disk. */
  readonly close: () => Promise<void>;
}
