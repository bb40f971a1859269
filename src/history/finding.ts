/** What `guard log verify` found, by its kind and in words; the record's number where there is one. */
export const FINDING_KINDS = [
  "changed",
  "missing",
  "reordered",
  "truncated",
  "replaced",
  "clock",
  "copy",
  "noted",
  "unproven",
  "damaged",
] as const;
export type FindingKind = (typeof FINDING_KINDS)[number];

export interface Finding {
  readonly kind: FindingKind;
  readonly seq?: number;
  readonly text: string;
}

/** What was done openly and is on record: told, and no harm. */
export interface Note {
  readonly seq: number;
  readonly text: string;
}

export function rangeOf(first: number, last: number): string {
  return first === last ? `record ${first}` : `records ${first} to ${last}`;
}

/** Of one kind of harm; the rest says nothing more. */
export const MOST_FINDINGS = 1_000;
