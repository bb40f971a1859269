/**
 * Does a value look as if a machine had drawn it? Then it is no name of a file, a program or a cluster, and may be hidden where such a name
 * could stand. Names hold digits too (`prodcluster123`, `prod-eu1-db2`, `web-7d9f8b6c5d-x2x9k`); they do not change between letters and
 * digits again and again, or are small letters and digits with signs between.
 */

/** As nobody calls a host, a file, a program or a rule. */
const SHAPE = /^(?=.*[A-Za-z])(?=.*\d)[^.:/[\]*?]{12,}$/;
const NAME = /^[a-z0-9]+(?:[_-][a-z0-9]+)+$/;
/** From small letters to capitals or digits, and back. */
const SWITCH = /[a-z](?=[A-Z0-9])|[A-Z](?=[a-z0-9])|\d(?=[A-Za-z])/g;
const LEAST_SWITCHES = 4;
/** Longer ones are not looked at: there may be many of them in one text. */
const LONGEST = 1024;

export function looksRandom(value: string): boolean {
  if (value.length > LONGEST || !SHAPE.test(value) || NAME.test(value)) return false;
  return (value.match(SWITCH)?.length ?? 0) >= LEAST_SWITCHES;
}
