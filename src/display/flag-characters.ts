/** What stands in a text besides letters, signs and blanks: each kind said once, with the code points and how often. */
import { makeVisible, visibleUnits } from "../core/visible.ts";
import { count, type Flag, type FlagKind, listExamples, showExample } from "./flag.ts";

interface CharacterKind {
  readonly kind: FlagKind;
  readonly found: RegExp;
  readonly says: string;
}

/** Joiners in emoji, and in words of scripts that are written with them, are everyday text (still shown as code points). */
const USUAL_JOINERS = [
  "(?<=[\\p{Emoji}--[ -~]]\\uFE0F?|\\p{Emoji_Modifier})\\u200D(?=\\p{Emoji})",
  "(?<=[\\p{Emoji}--[ -~]])[\\uFE0E\\uFE0F]",
  "(?<=[0-9#*])\\uFE0F(?=\\u20E3)",
  // Flags of England, Scotland and Wales.
  "(?<=\\u{1F3F4}[\\u{E0061}-\\u{E007A}]{0,6})(?:[\\u{E0061}-\\u{E007A}]|\\u{E007F})",
  "(?<=[\\p{Script=Arabic}\\p{Script=Devanagari}\\p{Script=Bengali}\\p{Script=Malayalam}\\p{Script=Sinhala}\\p{Script=Kannada}\\p{Script=Telugu}\\p{Script=Tamil}])[\\u200C\\u200D](?=\\p{L})",
];

const ESCAPE = "\u001b";
const DIRECTION = "\\u061C\\u200E\\u200F\\u202A-\\u202E\\u2066-\\u2069";
const RIGHT_TO_LEFT = "Hebrew Arabic Syriac Thaana Nko Samaritan Mandaic Adlam Hanifi_Rohingya"
  .split(" ")
  .map((name) => `\\p{Script=${name}}`)
  .join("");

/** A sequence that drives a terminal begins with a control character: both are said. */
const KINDS: readonly CharacterKind[] = [
  {
    kind: "terminal",
    found: new RegExp(`${ESCAPE}[[\\]PX^_()#%A-Za-z=>78]|[\\x90\\x98\\x9B\\x9D-\\x9F]`, "g"),
    says: "holds sequences that drive a terminal (colours, cursor, title, clipboard), shown here as text",
  },
  {
    kind: "control",
    found: /(?![\n\t])\p{Cc}/gu,
    says: "holds control characters",
  },
  {
    kind: "direction",
    found: new RegExp(`[${DIRECTION}]`, "gu"),
    says: "holds characters that turn the direction of text; what runs is in the order shown here",
  },
  {
    kind: "invisible",
    found: new RegExp(
      `(?!${USUAL_JOINERS.map((one) => `(?:${one})`).join("|")})(?![${DIRECTION}])[\\p{Cf}\\p{Default_Ignorable_Code_Point}\\u2800\\uFFFC\\u{1D159}\\u{16FE4}]`,
      "gv",
    ),
    says: "holds characters that cannot be seen",
  },
  {
    kind: "blanks",
    // The wide blank between East Asian words is theirs.
    found: /(?!\u3000(?<=[\p{Lo}\p{P}]\u3000)|\u3000(?=[\p{Lo}\p{P}])|[ \n])[\p{Z}]/gu,
    says: "holds blanks and line ends that are not those of the keyboard",
  },
  {
    kind: "unknown",
    found: /(?!\p{Default_Ignorable_Code_Point})[\p{Co}\p{Cn}]/gu,
    says: "holds characters that mean nothing by themselves (private or not assigned)",
  },
  { kind: "broken", found: /\p{Cs}/gu, says: "holds halves of characters: the text is broken" },
];

export function flagCharacters(text: string): Flag[] {
  if (/^[\n\t -~]*$/.test(text)) return [];
  const flags = KINDS.flatMap(({ kind, found, says }) => say(kind, says, text.match(found) ?? []));
  return [...flags, ...flagMarks(text), ...flagDirection(text)];
}

function say(kind: FlagKind, says: string, all: readonly string[]): Flag[] {
  if (all.length === 0) return [];
  const times = count(all.length, "time", "times");
  return [{ kind, text: `${says}: ${listExamples(all.map(makeVisible))}, ${times} in all` }];
}

/** What was shown as code points because it sat on nothing, or on a pile of others; the frame of a keycap is everyday. */
const LOOSE = /(?!\p{Default_Ignorable_Code_Point})[\p{M}\u1100-\u11ff\ua960-\ua97f\ud7b0-\ud7ff]/u;
const KEYCAP = /[0-9#*]\ufe0f\u20e3/gu;

function flagMarks(text: string): Flag[] {
  const loose = visibleUnits(text.replace(KEYCAP, "")).filter(
    ({ raw, shown }) => shown !== raw && LOOSE.test(raw) && !/\p{C}/u.test(raw),
  );
  const says = "piles marks on letters, or puts them where no letter is";
  return say(
    "marks",
    says,
    loose.map(({ raw }) => raw),
  );
}

function flagDirection(text: string): Flag[] {
  const found = text.match(new RegExp(`(?:(?!\\p{Cf})[${RIGHT_TO_LEFT}])+`, "gu")) ?? [];
  if (found.length === 0) return [];
  const examples = listExamples(found.map(showExample));
  return [
    {
      kind: "right-to-left",
      text: `text runs right to left; some terminals draw its row in another order: ${examples}`,
    },
  ];
}
