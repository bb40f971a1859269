/** What a write would meet: nothing, a file with so many lines, a folder full of files. */
import type { CardTime } from "./card-time.ts";
import { countBelow } from "./count-below.ts";
import { countLines } from "./count-lines.ts";
import { anyOf, inBytes, inFiles, nothingCounted, remarkOn, several } from "./count-words.ts";
import { findMatches } from "./find-matches.ts";
import { lookAt } from "./look-at.ts";
import { readPlainFile } from "./plain-file.ts";
import { asFolder } from "./shown-path.ts";
import { placeOf, type Subject } from "./subject.ts";

/** What is there is gone afterwards. */
const OVERWRITES: ReadonlySet<string> = new Set(["cp", "mv", "tee", "install", "dd"]);
/** They put things into a folder that is there. */
const PUTS_INTO: ReadonlySet<string> = new Set(["cp", "mv", "install", "ln", "rsync", "tar", "unzip"]);
/** They change each file of the tree. */
const CHANGES_ALL: ReadonlySet<string> = new Set(["chmod", "chown", "chgrp"]);
/** What they make anew is a file. */
const MAKES_FILES: ReadonlySet<string> = new Set(["cp", "tee", "install", "dd", "touch", "truncate"]);

const REDIRECTION = /^redirection (\S+) writes /;

export async function writeSentence(subject: Subject, time: CardTime): Promise<string> {
  const { target, shown } = subject;
  if (target.glob) return writeMatches(subject, time);
  const thing = await lookAt(placeOf(target), time);
  switch (thing.kind) {
    case "none":
      return newSentence(subject);
    case "unknown":
      return `writes ${shown} (it could not be looked at)`;
    case "link":
      return `writes through the link ${shown}`;
    case "special":
      return `writes to ${shown} (no plain file)`;
    case "file":
      return `${verbFor(subject)} ${shown} (${await sizeNow(subject, thing.bytes, time)})`;
    case "folder":
      return folderSentence(subject, time);
  }
}

function newSentence({ shown, program, because, reach }: Subject): string {
  if (REDIRECTION.test(because)) return `writes ${shown} (a new file)`;
  if (program === "mkdir") return `makes the folder ${asFolder(shown)}`;
  return reach === "itself" && MAKES_FILES.has(program)
    ? `writes ${shown} (a new file)`
    : `writes ${shown} (it is not there yet)`;
}

function verbFor({ program, because, argv }: Subject): string {
  const operator = REDIRECTION.exec(because)?.[1];
  if (operator !== undefined) return operator.includes(">>") ? "appends to" : "overwrites";
  if (program === "tee" && argv.some((word) => word === "-a" || word === "--append")) return "appends to";
  return OVERWRITES.has(program) ? "overwrites" : "changes";
}

async function sizeNow({ target }: Subject, bytes: number, time: CardTime): Promise<string> {
  if (bytes === 0) return "empty now";
  const file = await readPlainFile(placeOf(target), time);
  return file.kind === "text" ? `${several(countLines(file.text), "line")} now` : `${inBytes(bytes)} now`;
}

async function folderSentence({ target, shown, program, reach }: Subject, time: CardTime): Promise<string> {
  const folder = asFolder(shown);
  if (program === "mkdir") return `makes the folder ${folder} (it is there already)`;
  if (reach === "itself") {
    if (PUTS_INTO.has(program)) return `writes into ${folder}`;
    return CHANGES_ALL.has(program) ? `changes the folder ${folder}` : `may change what is in ${folder}`;
  }
  const count = await countBelow([placeOf(target)], time);
  if (PUTS_INTO.has(program))
    return count.files === 0
      ? `writes into ${folder} (${nothingCounted(count)})`
      : `writes into ${folder} (${inFiles(count)} ${count.files === 1 ? "is" : "are"} there now)`;
  if (count.files === 0) return `changes ${folder} (${nothingCounted(count)})`;
  return CHANGES_ALL.has(program)
    ? `changes ${inFiles(count)} below ${folder}${remarkOn(count)}`
    : `may change ${anyOf(count)} below ${folder}${remarkOn(count)}`;
}

async function writeMatches({ target, shown, reach }: Subject, time: CardTime): Promise<string> {
  const found = await findMatches(placeOf(target), time);
  const below = reach === "below" ? " and what is below" : "";
  if (found.kind === "unknown")
    return `changes what matches ${shown}${below} (how much that is is not known)`;
  const { files, folders } = found;
  if (files.length + folders.length === 0) return `changes what matches ${shown} (nothing does now)`;
  if (folders.length === 0)
    return `changes ${several(files.length, "file")} that ${files.length === 1 ? "matches" : "match"} ${shown}`;
  const things = `${several(files.length, "file")} and ${several(folders.length, "folder")}`;
  return `changes ${things} that match ${shown}${below}`;
}
