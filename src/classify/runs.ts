/** Wrappers: the programs and shells that a command starts. */
import type { Dialect } from "../core/command.ts";
import { displayText, knownPrefix, knownText, type Piece, textWord, type Word } from "../core/word.ts";
import { add } from "./findings.ts";
import type { Scene } from "./scene.ts";
import { splittingOf } from "./splitting.ts";
import { replaceIn } from "./words.ts";

/** More search roots than this are not followed one by one. */
const MOST_ROOTS = 8;

export function runArgv(scene: Scene, words: readonly Word[], more: "none" | "stdin"): void {
  const [first, second] = words;
  // flock and its like take `-c TEXT` in place of a program.
  if (first !== undefined && second !== undefined && knownText(first) === "-c") {
    return runText(scene, second, "sh", words.slice(2));
  }
  const full = scene.argvPrefix.length === 0 ? words : [...scene.argvPrefix, ...words];
  const { marker } = scene.splitting;
  const argv =
    marker === undefined || marker === ""
      ? full
      : full.map((word) => replaceIn(word, marker, [appended(marker)]));
  const splitting = more === "stdin" ? splittingOf(scene.splitting, full) : undefined;
  scene.findings.runs.push({
    kind: "argv",
    argv,
    more: splitting?.kind === "replace" ? "none" : more,
    ...(splitting === undefined ? {} : { splitting }),
    via: scene.label,
    ...(scene.cwdWord === undefined ? {} : { cwd: scene.cwdWord }),
  });
}

function appended(text: string): Piece {
  return { kind: "unknown", why: "appended", text, splits: false };
}

export function runText(scene: Scene, text: Word, dialect: Dialect, positional: readonly Word[]): void {
  scene.findings.runs.push({ kind: "shell", text, dialect, positional, via: scene.label });
}

/** `positional` = what `bash -s` hands on as $1, $2, …. */
export function runStdin(scene: Scene, positional?: readonly Word[]): void {
  scene.findings.runs.push({
    kind: "stdin",
    dialect: dialectOf(scene.program),
    ...(positional === undefined ? {} : { positional }),
    via: scene.label,
  });
}

function dialectOf(program: string): Dialect {
  switch (program) {
    case "bash":
    case "rbash":
      return "bash";
    case "zsh":
      return "zsh";
    case "fish":
      return "fish";
    default:
      return "sh";
  }
}

/** `env -S 'prog arg'`. Only text without quotes and escapes splits the same way everywhere. */
export function runSplit(scene: Scene, word: Word): void {
  const text = knownText(word);
  if (text === undefined || !/^[\w\s./:=@%+,-]*$/u.test(text)) {
    add(scene.findings, "execute", `${scene.label}: it cannot be told how "${displayText(word)}" is split`);
    return;
  }
  const parts = text.split(/\s+/u).filter((part) => part !== "");
  for (const part of parts) scene.argvPrefix.push(textWord(part, word));
}

/** `{}` of find, and fd's names for parts of a path. */
const MARKERS = ["{}", "{.}", "{/}", "{//}", "{/.}"];

/** find's -exec: `{}` stands for whatever lies below a search root. Without a marker fd appends the path. */
export function runForEachRoot(scene: Scene, words: readonly Word[], option: string): void {
  const [first] = words;
  if (first === undefined) return;
  const marked = words.some((word) => MARKERS.some((marker) => displayText(word).includes(marker)));
  const pattern = marked ? words : [...words, textWord("{}", first)];
  const inEachFolder = EACH_FOLDER.test(option);
  for (const by of rootPieces(inEachFolder ? absoluteRoots(scene, first) : scene.roots)) {
    const argv = pattern.map((word) => MARKERS.reduce((made, marker) => replaceIn(made, marker, by), word));
    const cwd = inEachFolder ? { cwd: { ...first, pieces: [appended("{}")] } } : {};
    scene.findings.runs.push({ kind: "argv", argv, more: "none", via: scene.label, ...cwd });
  }
}

/** `-execdir` starts the program in the folder of each file that is found. */
const EACH_FOLDER = /^-(?:exec|ok)dir$/u;

/** The folder of the found file is not the one from which a relative root was named. */
function absoluteRoots(scene: Scene, at: Word): readonly Word[] {
  const [cwd, ...others] = scene.cwds;
  if (typeof cwd !== "string" || others.length > 0) return scene.roots;
  if (scene.roots.length === 0) return [textWord(cwd, at)];
  return scene.roots.map((root) =>
    knownPrefix(root).startsWith("/")
      ? root
      : { ...root, pieces: [{ kind: "text", text: `${cwd}/` }, ...root.pieces] },
  );
}

function rootPieces(roots: readonly Word[]): readonly (readonly Piece[])[] {
  if (roots.length === 0)
    return [
      [
        { kind: "text", text: "." },
        { kind: "glob", text: "/**" },
      ],
    ];
  if (
    roots.length > MOST_ROOTS ||
    roots.some((root) => root.pieces.some((piece) => piece.kind === "unknown"))
  ) {
    return [[appended("{}")]];
  }
  return roots.map((root) => [...root.pieces, { kind: "glob", text: "/**" }]);
}
