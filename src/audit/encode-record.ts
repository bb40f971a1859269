/** One record, one line: whatever a command holds, it cannot begin a line of its own or act on the terminal that shows it. */
import { cutCommand } from "./cut-command.ts";
import type { AuditRecord } from "./record.ts";

/**
 * JSON leaves these as they are. Other readers take some of them for line ends (U+0085, U+2028), terminals take some for
 * orders (U+009B), and some cannot be seen. Tags (U+E0000) are two units each, and both must be escaped.
 */
const HOSTILE =
  /[\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]|\udb40[\udc00-\udfff]/g;

/** Without its number and its time, which it gets when it is written. */
export function encodeRecord(record: AuditRecord): string {
  const cut = "command" in record ? cutCommand(record.command) : undefined;
  const isWhole = cut === undefined || cut.command_bytes === undefined;
  return JSON.stringify(isWhole ? record : { ...record, ...cut }).replace(HOSTILE, escapeUnits);
}

function escapeUnits(text: string): string {
  let out = "";
  for (let index = 0; index < text.length; index++)
    out += `\\u${text.charCodeAt(index).toString(16).padStart(4, "0")}`;
  return out;
}
