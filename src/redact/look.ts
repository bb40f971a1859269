/** What is told of one text to all that look for secrets in it: its words, their places, what it does with names. Made when it is first asked for. */
import { type Fed, fedPrograms } from "./fed-programs.ts";
import { type LooseWord, looseWords, wordsOfArgv } from "./loose-words.ts";
import { type NameUses, nameUses } from "./name-uses.ts";
import type { FindPlaces, WordPlace } from "./word-places.ts";

/** What the argv says of one of its words, where that is more than the word itself says. */
export interface Around {
  readonly fed: Fed;
  readonly words: () => NameUses["words"];
  readonly place: () => WordPlace | undefined;
}

export function createAround(argv: readonly string[], findPlaces: FindPlaces): (word: number) => Around {
  const line = argv.join(" ");
  const fed = fedPrograms(line);
  let uses: NameUses | undefined;
  let places: readonly WordPlace[] | undefined;
  const words = (): NameUses["words"] => {
    uses ??= nameUses(line, looseWords(line));
    return uses.words;
  };
  const placeOf = (word: number): WordPlace | undefined => {
    places ??= findPlaces(wordsOfArgv(argv));
    return places[word];
  };
  return (word) => ({ fed, words, place: () => placeOf(word) });
}

export interface Look {
  readonly words: () => readonly LooseWord[];
  readonly uses: () => NameUses;
  /** Of the word that stands at this place of the text. */
  readonly placeAt: (at: number) => WordPlace;
  readonly wordAt: (at: number) => string;
}

export function createLook(text: string, findPlaces: FindPlaces, around: Around | undefined): Look {
  let words: readonly LooseWord[] | undefined;
  let uses: NameUses | undefined;
  let places: readonly WordPlace[] | undefined;
  const getWords = (): readonly LooseWord[] => {
    words ??= looseWords(text);
    return words;
  };
  return {
    words: getWords,
    uses() {
      uses ??= nameUses(text, getWords());
      return around?.words() === "may-be-programs" ? { ...uses, words: "may-be-programs" } : uses;
    },
    placeAt(at) {
      const own = around?.place();
      if (own === "taken") return own;
      places ??= findPlaces(getWords());
      const index = indexAt(getWords(), at);
      return (index <= 0 ? own : undefined) ?? places[Math.max(0, index)] ?? "operand";
    },
    wordAt: (at) => getWords()[indexAt(getWords(), at)]?.text ?? "",
  };
}

/** The last word that begins here or before. */
function indexAt(words: readonly LooseWord[], at: number): number {
  let [low, high] = [0, words.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((words[middle]?.from ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
