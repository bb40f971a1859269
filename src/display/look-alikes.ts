/** Letters that pass for Latin ones. The table is ours and small: what is drawn the same in common terminal fonts. */

const LOOK_ALIKES = pairsOf(
  // Cyrillic
  "аa ԁd еe һh іi јj ӏl оo рp ԛq ѕs ѵv ԝw хx уy сc ԍg ҽe ѡw",
  "АA ВB ЕE ЅS ІI ЈJ КK МM НH ОO РP СC ТT ХX УY ҮY ԌG ԚQ ԜW ѴV ӀI",
  // Greek
  "αa γy ιi κk νv οo ρp σo υu ϲc ϳj χx ηn",
  "ΑA ΒB ΕE ΖZ ΗH ΙI ΚK ΜM ΝN ΟO ΡP ΤT ΥY ΧX ϹC ͿJ",
  // Armenian
  "ոn օo սu հh ցg զq յj աw քp ՏS ՕO ՍU ԼL",
  // Cherokee
  "ᎪA ᏴB ᏟC ᎠD ᎬE ᏀG ᎻH ᎥI ᎫJ ᏦK ᏞL ᎷM ᏢP ᎡR ᏚS ᎢT ᏙV ᎳW ᏃZ ꮯc ꮪs ꮩv ꮃw ꮓz ꭺa",
);

/** Latin itself: letters of living languages (Turkish ı), so they count only where a name is looked up. */
const LATIN_TWINS = pairsOf(
  "ıi ɩi ɡg ɑa ǀl ꞁl ꜱs ᴏo ᴄc ᴠv ᴡw ᴢz ɴn ʀr ʟl ᴍm ᴛt ᴅd ᴘp ᴜu ᴋk ᴊj ʏy ʙb ɢg ʜh ɪi",
);

/** Letters made for compatibility: fullwidth, mathematical, letterlike, Roman numerals, circled, ligatures. */
const COMPATIBLE =
  /[\uff10-\uff19\uff21-\uff3a\uff41-\uff5a\u{1d400}-\u{1d7ff}\u2160-\u217f\u24b6-\u24e9\ufb00-\ufb06]|(?=\p{L})[\u2100-\u214f]/u;

function pairsOf(...lines: readonly string[]): ReadonlyMap<string, string> {
  return new Map(lines.flatMap((line) => line.split(" ")).map((pair) => [pair.slice(0, -1), pair.slice(-1)]));
}

/** The Latin letters that a letter of another script, or one made for compatibility, is taken for. */
export function latinFor(char: string): string | undefined {
  return LOOK_ALIKES.get(char) ?? compatibleLatin(char);
}

export function compatibleLatin(char: string): string | undefined {
  if (!COMPATIBLE.test(char)) return undefined;
  const plain = char.normalize("NFKC");
  return /^[A-Za-z0-9]+$/.test(plain) ? plain : undefined;
}

export function latinTwin(char: string): string | undefined {
  return LATIN_TWINS.get(char);
}

/** The text as a person reads it at a glance. */
export function readAsLatin(text: string): string {
  return Array.from(text, (char) => latinFor(char) ?? latinTwin(char) ?? char).join("");
}
