/** dist/redaction.json: what is known of secrets, as policy/redaction.yaml says it. */

export interface RedactionData {
  /** Certain by prefix, length and characters. */
  readonly tokens: readonly TokenData[];
  /** Known by what stands before them. */
  readonly patterns: readonly (PatternData & { readonly values: "any" | "worth-hiding" })[];
  readonly names: SecretNames;
  readonly assignments: AssignmentPlaces;
  readonly programs: readonly ProgramOption[];
}

export interface PatternData {
  readonly name: string;
  /** Group 1, where there is one, is hidden; else all of it. */
  readonly pattern: string;
  readonly letterCase: "exact" | "ignored";
}

export interface TokenData extends PatternData {
  /** Each such token holds one of them. */
  readonly starts: readonly string[];
}

/** Names of variables, options, fields and headers, by their parts: `DB_PASSWORD`, `dbPassword`, `--db-password`. */
export interface SecretNames {
  /** The last part, whole. */
  readonly last: readonly string[];
  /** How the last part ends: PGPASSWORD. */
  readonly ends: readonly string[];
  /** The last part, where another stands before it. */
  readonly lastOfMore: readonly string[];
  /** The part before the last: then it is none. */
  readonly notBehind: readonly string[];
  /** The first part of several: then it is none. */
  readonly notFirst: readonly string[];
}

/** Where `NAME=value` is more than an operand, besides the place before a program. */
export interface AssignmentPlaces {
  readonly programs: readonly string[];
  readonly options: readonly string[];
}

/** An option that takes a password in these programs, whatever it means to others. Regular expressions, whole words. */
export interface ProgramOption {
  readonly programs: readonly string[];
  /** Only behind this word: `docker login`. */
  readonly behind?: string | undefined;
  /** The next word is the value. */
  readonly separate?: string | undefined;
  /** The rest of the word is the value. */
  readonly attached?: string | undefined;
  /** Behind this word the last one of the command is the value, where it looks random: before it stand names. */
  readonly last?: string | undefined;
  /** What of the value is hidden: all of it, or what stands behind this sign. */
  readonly after?: string | undefined;
}
