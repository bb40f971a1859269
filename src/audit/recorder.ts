/**
 * What guard has decided is written down before anybody is told. This folder only ever adds; it never reads a decision back
 * and never says "recorded" before the system took every byte. A crash of guard loses nothing; a power cut may lose seconds.
 */
import type { AuditRecord } from "./record.ts";

export type Recorded = "recorded" | { readonly kind: "failed"; readonly reason: string };

export interface Recorder {
  /** `failed`: it is not written, so the verdict must be deny. Never throws. */
  readonly append: (record: AuditRecord) => Promise<Recorded>;
  /** Writes what waits; what comes later fails. */
  readonly close: () => Promise<void>;
}
