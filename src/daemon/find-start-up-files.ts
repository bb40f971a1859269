/** Which files the user's shells read when they start, and when they end: by their fixed names, and by what those say in turn. */
import { isAbsolute, join, resolve } from "node:path";
import { entriesOf, readStartUpText } from "./start-up-text.ts";

export interface Places {
  readonly home: string;
  /** Where guard's own start-up files are. */
  readonly hooks: string;
  /** The user's own, from before the agent. */
  variable(name: string): string | undefined;
}

export interface FoundFiles {
  /** Also folders, whose own stamp tells of what is new in them. */
  readonly files: readonly string[];
  /** By which they name further files, with the value that they themselves give it. */
  readonly variables: ReadonlyMap<string, string | undefined>;
}

const SH_FILES = [
  ".profile",
  ".bash_profile",
  ".bash_login",
  ".bashrc",
  ".bash_aliases",
  ".bash_completion",
  ".bash_logout",
];
const ZSH_FILES = [".zshenv", ".zprofile", ".zshrc", ".zlogin", ".zlogout", ".zcompdump"];
const FISH_FILES = ["config.fish", "fish_variables"];
const FISH_FOLDERS = ["conf.d", "functions"];
const FISH_VENDOR_FOLDERS = ["vendor_conf.d", "vendor_functions.d"];

/** The system's own are not among them: an agent cannot write those. */
export function findStartUpFiles(places: Places): FoundFiles {
  const { home, variable } = places;
  const config = variable("XDG_CONFIG_HOME") || join(home, ".config");
  const zsh = variable("ZDOTDIR") || home;
  const first = [
    ...[...ZSH_FILES, ...SH_FILES].map((name) => join(home, name)),
    ...ZSH_FILES.map((name) => join(zsh, name)),
    ...FISH_FILES.map((name) => join(config, "fish", name)),
    ...fishFolders(places, config).flatMap((folder) => [folder, ...entriesOf(folder)]),
    join(config, "bash_completion"),
    ...NAMED_FILES.map(variable),
  ];
  const files = new Set(first.filter((file): file is string => file !== undefined && isAbsolute(file)));
  const texts = new Texts(places);
  // What is added on the way is gone through as well.
  for (const file of files) {
    if (files.size > MOST_FILES) break;
    for (const other of texts.readsIn(file)) files.add(other);
  }
  // zsh takes the compiled one in place of the text.
  const compiled = [...files].filter((file) => !file.endsWith(".fish")).map((file) => `${file}.zwc`);
  return { files: [...files, ...compiled], variables: texts.variables };
}

const NAMED_FILES = ["BASH_ENV", "ENV", "BASH_COMPLETION_USER_FILE", "ZSH_COMPDUMP"];

function fishFolders({ home, variable }: Places, config: string): string[] {
  const data = variable("XDG_DATA_HOME") || join(home, ".local/share");
  const shared = (variable("XDG_DATA_DIRS") ?? "").split(":").filter(isAbsolute);
  return [
    ...FISH_FOLDERS.map((name) => join(config, "fish", name)),
    ...[data, ...shared].flatMap((folder) => FISH_VENDOR_FOLDERS.map((name) => join(folder, "fish", name))),
  ];
}

const MOST_FILES = 1_000;

const ASSIGNED =
  /(?:^|[\s;])(?:set +-\w+ +)?([A-Za-z_]\w*)(?:=| +(?=[~/$"']))("[^"\n]*"|'[^'\n]*'|[^\s;&|)]+)/g;
const SOURCED = /(?:^|[\s;&|({])(?:source|\\?\.) +("[^"\n]*"|'[^'\n]*'|[^\s;&|)]+)/g;
const EACH = /\bfor +(\w+) *(?:\bin +|\()([^;\n]+)/g;

const JUDGED_APART = /^(?:HOME|ZDOTDIR)$/;

/** `. "$NVM_DIR/nvm.sh"`, where a text says what NVM_DIR is; `for f in ~/.bashrc.d/*; do . "$f"; done`. */
class Texts {
  readonly #values = new Map<string, string>();
  readonly #names = new Set<string>();
  readonly #variable: Places["variable"];

  constructor({ home, variable }: Places) {
    this.#values.set("HOME", home);
    this.#variable = variable;
  }

  get variables(): ReadonlyMap<string, string | undefined> {
    return new Map([...this.#names].map((name) => [name, this.#values.get(name)]));
  }

  readsIn(file: string): string[] {
    const text = readStartUpText(file);
    for (const [, name = "", value = ""] of text.matchAll(ASSIGNED)) {
      const known = this.#full(value);
      if (isAbsolute(known) && name !== "HOME") this.#values.set(name, known);
    }
    const sourced = [...text.matchAll(SOURCED)].map(([, word = ""]) => word);
    const sourcedBy = new Set([...sourced.join(" ").matchAll(/\$\{?(\w+)/g)].map(([, name]) => name));
    const each = [...text.matchAll(EACH)]
      .filter(([, name]) => sourcedBy.has(name))
      .flatMap(([, , words = ""]) => words.split(/\s+/));
    for (const [, name = ""] of [...sourced, ...each].join(" ").matchAll(/\$\{?(\w+)/g))
      if (!JUDGED_APART.test(name)) this.#names.add(name);
    return [
      ...this.#pathsOf(sourced),
      ...this.#pathsOf(each.flatMap((word) => /^(.*)\/[^/]*[*?[]/.exec(word)?.[1] ?? [])).flatMap(
        (folder) => [folder, ...entriesOf(folder)],
      ),
    ];
  }

  #pathsOf(words: readonly string[]): string[] {
    return words
      .map((word) => this.#full(word))
      .filter((path) => isAbsolute(path) && !/[$*?`]/.test(path))
      .map((path) => resolve(path));
  }

  #full(word: string): string {
    return word
      .replaceAll(/["']/g, "")
      .replace(/^~(?=\/)/, this.#values.get("HOME") ?? "~")
      .replace(
        /\$\{?(\w+)\}?/g,
        (whole, name: string) => this.#values.get(name) ?? this.#variable(name) ?? whole,
      );
  }
}
