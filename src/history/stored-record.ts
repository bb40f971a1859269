/** A record as it stands in audit.db. Made by this or another version of guard: what is not there is undefined, what is there is looked at. */
import type { EventRecord, VerdictRecord } from "../audit/record.ts";

interface Written {
  readonly seq: number;
  readonly timestamp: string;
}

/** Not in every record: older ones lack them, and plain ones leave some out. */
interface Optional {
  readonly agent?: string;
  readonly project?: string;
  /** `door:name`. */
  readonly person?: string;
  readonly asked_ms?: number;
  /** `kind:target`. */
  readonly effects?: readonly string[];
  /** `layer:ruling:rule`. */
  readonly rulings?: readonly string[];
}

export type StoredVerdict = Omit<VerdictRecord, keyof Optional> & Optional & Written;
export type StoredEvent = EventRecord & Written;
export type StoredRecord = StoredVerdict | StoredEvent;

/** Undefined: it is no record; `guard log verify` tells more. A field of another type than guard gives it counts as not there. */
export function parseStored(body: string): StoredRecord | undefined {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return undefined;
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const record = withKnownTypes(value) as Partial<StoredVerdict & StoredEvent>;
  if (record.seq === undefined || record.timestamp === undefined) return undefined;
  if (record.event !== undefined) return record as StoredEvent;
  return record.verdict !== undefined && record.command !== undefined ? (record as StoredVerdict) : undefined;
}

export function isVerdict(record: StoredRecord): record is StoredVerdict {
  return !("event" in record);
}

/** An argv as one text: for searching, never to be shown or run. */
export function commandText(command: StoredVerdict["command"]): string {
  return typeof command === "string" ? command : command.join(" ");
}

type Test = (value: unknown) => boolean;

const isText: Test = (value) => typeof value === "string";
const isNumber: Test = (value) => typeof value === "number" && Number.isFinite(value);
const isList: Test = (value) => Array.isArray(value) && value.every(isText);
const isCommand: Test = (value) => isText(value) || isList(value);
const isObject: Test = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

const TEXTS =
  "timestamp event session request_id agent project tool_name kind layer wrapper wrapped_sha256 cwd shell mode ruling verdict reason rule " +
  "decided_by person risk command_sha256";

const TESTS: ReadonlyMap<string, Test> = new Map([
  ...TEXTS.split(" ").map((name) => [name, isText] as const),
  ...["seq", "pid", "asked_ms", "latency_ms", "command_bytes"].map((name) => [name, isNumber] as const),
  ...["chain", "effects", "programs", "rulings"].map((name) => [name, isList] as const),
  ["command", isCommand],
  ["details", isObject],
]);

function withKnownTypes(value: object): object {
  const fields = Object.entries(value);
  if (fields.every(([name, field]) => isAsKnown(name, field))) return value;
  return Object.fromEntries(
    fields.flatMap(([name, field]) => {
      if (TESTS.get(name)?.(field) === false) return [];
      if (name === "details") return [[name, withPlainDetails(field as object)]];
      return [[name, isAsKnown(name, field) ? field : jsonText(field)]];
    }),
  );
}

function isAsKnown(name: string, field: unknown): boolean {
  if (name === "details") return isObject(field) && Object.values(field as object).every(isPlainDetail);
  return TESTS.get(name)?.(field) ?? isPlainDetail(field);
}

function isPlainDetail(value: unknown): boolean {
  return isText(value) || isNumber(value) || typeof value === "boolean" || isList(value);
}

/** An object in them may lack what makes a text of it, or be too deep for that. */
function withPlainDetails(details: object): object {
  return Object.fromEntries(
    Object.entries(details).map(([name, value]) => [name, isPlainDetail(value) ? value : jsonText(value)]),
  );
}

function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    return "unreadable";
  }
}
