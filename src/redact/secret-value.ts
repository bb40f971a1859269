/**
 * Is it worth hiding? A reader after an incident needs what a value does more than a short secret needs its cover: short
 * ones, paths, addresses, files and other options stay. (`PASSWORD=/etc/shadow`, `--token-file x.json`, `TOKEN=rm`.)
 */

const SHORTEST = 6;
/** Paths, options, files that are named with `@`, where somebody else keeps it: `env:NAME`, `file:…`, docker's `id=…`. */
const NOT_BEGUN =
  /^(?:[/~@%!-]|\.{1,2}\/|(?:env|pass|file|fd|id|src|type|name|vault|op|ref|arn|projects)[:=/]|[a-z][a-z0-9+.-]{0,20}:\/\/)/i;
const FILE =
  /\.(?:pem|key|crt|cer|der|pub|p12|pfx|jks|json|ya?ml|txt|env|ini|toml|cfg|conf|sh|bash|zsh|py|js|ts|mjs|rb|pl|php|gpg|asc|log|db|sql|tar|gz|zip)$/i;
/** In small letters, as paths are; a secret of so many characters would hold other ones. */
const RELATIVE_PATH = /^[a-z0-9_.-]+(?:\/[a-z0-9_.-]+)+\/?$/;
/** What people and programs write where no secret is. */
const NO_SECRET =
  /^(?:true|false|null|none|undefined|default|required|optional|prompt|bearer|digest|apikey|negotiate|x{3,}|\*+|\.+)$/i;

/** Longer ones are no path and no word: only their beginning is looked at. */
const LONGEST_NAME = 1024;

/** What stands at this place of a text. What is called there (`secret = os.system(…)`) is code, no value. */
export function isWorthHidingAt(text: string, from: number, to: number): boolean {
  return text[to] !== "(" && isWorthHiding(text.slice(from, to));
}

export function isWorthHiding(value: string): boolean {
  if (value.length < SHORTEST || NOT_BEGUN.test(value) || value.includes("//")) return false;
  return (
    value.length > LONGEST_NAME || !(FILE.test(value) || RELATIVE_PATH.test(value) || NO_SECRET.test(value))
  );
}
