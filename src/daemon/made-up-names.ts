/** Names that an agent makes up for each of its lines (claude's /tmp/claude-1a2b-cwd): with others it is the same question. */

/** NUL stands in no word: nobody can write what a name becomes. */
export function withoutOwn(words: readonly string[], own: readonly string[]): string[] {
  return words.map((word) => own.reduce((text, name) => text.replaceAll(name, "\0own\0"), word));
}
