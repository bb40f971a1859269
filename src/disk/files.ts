/**
 * Files, without holding the loop up: a disk that hangs must hang nobody else. node's own module for this (fs/promises)
 * takes 4 ms to load, at each start of guard run. Only what is used; nothing here decides.
 */
import * as fs from "node:fs";
import { promisify } from "node:util";

export const openFile = promisify(fs.open);
/** For plain files, where anything may stand: a FIFO must not wait for a writer, a terminal must not become ours. */
export const WITHOUT_WAITING = fs.constants.O_RDONLY | fs.constants.O_NONBLOCK | fs.constants.O_NOCTTY;
/** Opens nothing but folders: whatever else stands there is an error, at once. */
export const openFolder = promisify(fs.opendir);
export const closeFile = promisify(fs.close);
export const writeFile = promisify(fs.write);
/** On the loop: for a few bytes into the page cache, where a queued write takes ten times as long. */
export const writeFileNow = fs.writeSync;
export const syncFile = promisify(fs.fdatasync);
export const statOpenFile = promisify(fs.fstat);
export const chmodOpenFile = promisify(fs.fchmod);
export const statPath = promisify(fs.stat);
export const realPath = promisify(fs.realpath);
export const statLink = promisify(fs.lstat);
export const makeFolder = promisify(fs.mkdir);
export const chmodPath = promisify(fs.chmod);
export const readPart = promisify(fs.read);
/** From where it stands to its end. */
export const readToEnd = promisify(fs.readFile);
export const readFolder = promisify(fs.readdir);
export const renamePath = promisify(fs.rename);
export const removeFile = promisify(fs.unlink);
