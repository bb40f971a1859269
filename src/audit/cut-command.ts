/** Commands are kept whole up to 64 KiB. Of a longer one the beginning and the end are kept, with the hash of all of it. */
import { sha256 } from "../core/sha256.ts";

export interface CutCommand {
  readonly command: string | readonly string[];
  readonly command_bytes?: number;
  readonly command_sha256?: string;
}

const MAX_BYTES = 64 * 1024;
/** What has to be escaped grows: 60 KB of control characters must not become 360. */
const MOST_JSON_BYTES = 128 * 1024;
const HEAD_CHARS = 12 * 1024;
const TAIL_CHARS = 4 * 1024;

/** The hash of an argv is that of its words, each ended by NUL. */
export function cutCommand(command: string | readonly string[]): CutCommand {
  const text = typeof command === "string" ? command : command.map((word) => `${word}\0`).join("");
  // A UTF-16 unit is at most six bytes in JSON (\u0001): most commands need no second look.
  if (text.length * 6 <= MAX_BYTES) return { command };
  const bytes = Buffer.from(text, "utf8");
  if (bytes.length <= MAX_BYTES && Buffer.byteLength(JSON.stringify(command)) <= MOST_JSON_BYTES)
    return { command };
  const shown = typeof command === "string" ? cutText(command) : cutWords(command);
  return { command: shown, command_bytes: bytes.length, command_sha256: sha256(bytes) };
}

function cutText(text: string): string {
  const left = text.length - HEAD_CHARS - TAIL_CHARS;
  return `${text.slice(0, HEAD_CHARS)}… (guard: ${left} characters are left out) …${text.slice(-TAIL_CHARS)}`;
}

/** Stays an array: the first words as far as they fit. */
function cutWords(words: readonly string[]): string[] {
  const kept: string[] = [];
  let room = HEAD_CHARS + TAIL_CHARS;
  for (const word of words) {
    if (word.length > room) break;
    room -= word.length + 1;
    kept.push(word);
  }
  const next = words[kept.length];
  if (next !== undefined && next.length > HEAD_CHARS + TAIL_CHARS) kept.push(cutText(next));
  const left = words.length - kept.length;
  return left === 0 ? kept : [...kept, `… (guard: ${left} words are left out)`];
}
