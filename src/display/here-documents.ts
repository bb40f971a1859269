/** Where here-documents stand in a command: line by line and once through, as hostile texts are long. */

export type Span = readonly [from: number, to: number];

const HERE_DOCUMENT = /<<-?[ \t]*(["']?)(?<end>\w+)\1/;

/** Only those that have an end. */
export function bodiesOf(command: string): Span[] {
  const lines = command.split("\n");
  const last = new Map(lines.map((line, index) => [line.replace(/^\t+/, ""), index]));
  const bodies: Span[] = [];
  let open: { readonly end: string; readonly from: number } | undefined;
  let at = 0;
  for (const [index, line] of lines.entries()) {
    if (open !== undefined && line.replace(/^\t+/, "") === open.end) {
      bodies.push([open.from, at]);
      open = undefined;
    } else if (open === undefined) {
      const end = HERE_DOCUMENT.exec(line)?.groups?.["end"];
      if (end !== undefined && (last.get(end) ?? 0) > index) open = { end, from: at + line.length + 1 };
    }
    at += line.length + 1;
  }
  return bodies;
}
