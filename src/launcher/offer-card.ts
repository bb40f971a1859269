/** The words of the offer, broken between words. */
import { wrapText } from "../core/wrap.ts";

export interface OfferedProfile {
  readonly name: string;
  readonly data: {
    readonly about: string;
    readonly commands: readonly (string | { readonly name: string })[];
  };
}

const SHOWN_PROGRAMS = 8;
const STILL = "installing and publishing are still asked";

/** With the place to answer at, so that the keys can be shown again alone. */
export const KEYS = "  y  use it here from now on    n  never here    Enter  not now\n  ? ";

/** `name`: the project's, fit for a terminal. */
export function card(name: string, offered: readonly OfferedProfile[], columns: number): string {
  const about = offered.map(({ data }) => data.about).join("; ");
  const programs = [
    ...new Set(
      offered.flatMap(({ data }) =>
        data.commands.map((entry) => (typeof entry === "string" ? entry : entry.name).split(" ")[0] ?? ""),
      ),
    ),
  ];
  const left = programs.length - SHOWN_PROGRAMS;
  const shown =
    left > 0 ? `${programs.slice(0, SHOWN_PROGRAMS).join(", ")} and ${left} more` : join(programs);
  const names = offered.map((one) => one.name);
  const lets = names.length === 1 ? `profile ${names[0]} lets` : `profiles ${join(names)} let`;
  return [
    ...wrapText("guard: ", `${name} looks like: ${about}`, columns),
    ...wrapText("  ", `${lets} the tests, builds and formatters of ${shown} run unasked; ${STILL}`, columns),
    KEYS,
  ].join("\n");
}

function join(words: readonly string[]): string {
  const [last = "", ...others] = words.toReversed();
  return others.length === 0 ? last : `${others.toReversed().join(", ")} and ${last}`;
}
