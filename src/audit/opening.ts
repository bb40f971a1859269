/** The store of the loop, when it is open: another session may have it for itself for a moment, which is waited for between tries. */
import { AuditStore, type StoreOptions } from "./store.ts";

export type OpeningOptions = Omit<StoreOptions, "waitMs" | "opening">;

/** A session that ends has it for itself, for the time of a sync. */
const OPEN_TRIES = 200;
const OPEN_PAUSE_MS = 10;

export interface Opening {
  /** What is wrong, or undefined. */
  readonly open: () => Promise<string | undefined>;
  readonly opened: Promise<void>;
  readonly store: () => AuditStore | undefined;
  readonly problem: () => string;
}

export function createOpening(options: OpeningOptions): Opening {
  let store: AuditStore | undefined;
  let problem = "the audit record is not open";
  let opening: Promise<string | undefined> | undefined;
  let tellOpen: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    tellOpen = resolve;
  });
  async function open(): Promise<string | undefined> {
    const found = await openStore(options);
    if (typeof found === "string") problem = found;
    else store = found;
    tellOpen();
    return store === undefined ? problem : undefined;
  }
  return {
    open() {
      opening ??= open();
      return opening;
    },
    opened,
    store: () => store,
    problem: () => problem,
  };
}

async function openStore(options: OpeningOptions): Promise<AuditStore | string> {
  for (let tries = 0; tries < OPEN_TRIES; tries++) {
    const opened = AuditStore.open({ ...options, waitMs: 0, opening: "first" });
    if (opened.kind === "open") return opened.store;
    if (opened.kind !== "busy") return opened.reason;
    await new Promise((resolve) => setTimeout(resolve, OPEN_PAUSE_MS));
  }
  return `${options.file} is held by another process; end that first (guard sessions)`;
}
