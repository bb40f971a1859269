/** The compiled knowledge of secrets. Read when the first text is looked at: nobody's start waits for it. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { RedactionData } from "./redaction-data.ts";

const REDACTION_PATH = join(import.meta.dirname, "../../dist/redaction.json");

export function loadRedaction(): RedactionData {
  try {
    return JSON.parse(readFileSync(REDACTION_PATH, "utf8")) as RedactionData;
  } catch (cause) {
    throw new Error(`${REDACTION_PATH} cannot be read: run npm run build, or ./install.sh again`, { cause });
  }
}
