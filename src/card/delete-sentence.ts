/** What a delete takes away, counted. Only of programs that delete all that they are told is it said as a fact. */
import { type CardTime, shareOf } from "./card-time.ts";
import { type Count, countBelow } from "./count-below.ts";
import { anyOf, inBytes, inFiles, nothingCounted, remarkOn } from "./count-words.ts";
import { findMatches } from "./find-matches.ts";
import { lookAt } from "./look-at.ts";
import { asFolder } from "./shown-path.ts";
import { placeOf, type Subject } from "./subject.ts";

/** find and git clean delete some of what they are told; mv takes it elsewhere. */
const DELETES_ALL: ReadonlySet<string> = new Set(["rm", "unlink", "shred", "rmdir", "trash"]);

export async function deleteSentence(subject: Subject, time: CardTime): Promise<string> {
  const { target, shown, reach, program } = subject;
  if (target.glob) return deleteMatches(subject, time);
  const thing = await lookAt(placeOf(target), time);
  const [verb, away] = program === "mv" ? ["moves", " away"] : ["deletes", ""];
  switch (thing.kind) {
    case "none":
      return `${verb} ${shown}${away} (it is not there)`;
    case "unknown":
      return `${verb} ${shown}${away} (it could not be looked at)`;
    case "link":
      return `${verb} the link ${shown}${away}`;
    case "special":
      return `${verb} ${shown}${away} (no plain file)`;
    case "file":
      return `${verb} ${shown}${away} (${inBytes(thing.bytes)})`;
    case "folder":
      if (reach === "itself") return `${verb} ${asFolder(shown)}${away} (${remarkOnFolder(subject)})`;
      return folderSentence(subject, await countBelow([placeOf(target)], time));
  }
}

function remarkOnFolder({ program, argv }: Subject): string {
  return program === "rm" && !argv.includes("-d") ? "a folder: without -r it stays" : "a folder";
}

function folderSentence({ shown, program }: Subject, count: Count): string {
  const folder = asFolder(shown);
  const [verb, away] = program === "mv" ? ["moves", " away"] : ["deletes", ""];
  const isSome = !DELETES_ALL.has(program) && program !== "mv";
  if (count.files === 0) {
    const may = isSome ? "may delete what is below" : verb;
    return `${may} ${folder}${away} (${nothingCounted(count)})`;
  }
  if (isSome) return `may delete ${anyOf(count)} below ${folder}${remarkOn(count)}`;
  if (program === "mv") return `moves ${inFiles(count)} below ${folder} away${remarkOn(count)}`;
  return `deletes ${inFiles(count)} below ${folder}${remarkOn(count)}`;
}

const ANYTHING_BELOW = /\/\*\*$/;

/** `**` alone stands for the folder that one is in. */
function shownBase(shown: string): string {
  return asFolder(shown === "**" ? "." : shown.replace(ANYTHING_BELOW, ""));
}

async function deleteMatches(subject: Subject, time: CardTime): Promise<string> {
  const { target, shown, reach, program } = subject;
  // What find and its like print: some of what is below.
  if (ANYTHING_BELOW.test(target.path)) {
    const count = await countBelow([target.path.replace(ANYTHING_BELOW, "") || "/"], time);
    return count.files === 0
      ? `may delete what matches ${shown} (${nothingCounted(count)})`
      : `may delete ${anyOf(count)} below ${shownBase(shown)}${remarkOn(count)}`;
  }
  const verb = program === "mv" ? "moves" : DELETES_ALL.has(program) ? "deletes" : "may delete";
  const found = await findMatches(placeOf(target), shareOf(time, 2));
  if (found.kind === "unknown") return `${verb} what matches ${shown} (how much that is is not known)`;
  const { files, folders } = found;
  if (files.length + folders.length === 0) return `${verb} what matches ${shown} (nothing does now)`;
  const whole = { files: files.length, folders: folders.length, extent: "whole" } as const;
  const hit = `${inFiles(whole)} that ${files.length === 1 ? "matches" : "match"} ${shown}`;
  if (folders.length === 0) return `${verb} ${hit}`;
  if (reach === "itself") return `${verb} ${hit} (folders match as well)`;
  const below = await countBelow(folders, time);
  const all = { ...below, files: below.files + files.length };
  return `${verb} ${inFiles(all)} at or below what matches ${shown}`;
}
