/** What parseArgs says, in a row for people. */

/** Node's message goes on with advice about quoting that does not fit here. */
export function firstSentence(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const [, option] = /^Option '(-[\w-]+)' argument is ambiguous\./.exec(message) ?? [];
  if (option !== undefined) return `${option} needs a value, and what follows it begins with a dash`;
  return message.split(/\. |\.?\n/)[0] ?? message;
}
