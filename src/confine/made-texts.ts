/** What the files hold that guard makes for a session, and whether one still does: then it is as good as none. */
import { basename } from "node:path";
import { type ConfinementData, loadConfinementData } from "./confinement-data.ts";

type MadeData = Pick<ConfinementData, "made">;

/** By the file's own name, wherever its home is. Most are empty. Throws when the build is incomplete. */
export function madeTextOf(path: string, { made }: MadeData = loadConfinementData()): string {
  const name = basename(path);
  return (
    made.find(({ paths, text }) => text !== "" && paths.some((one) => basename(one) === name))?.text ?? ""
  );
}

/** `read` is asked only for a file of the same length. */
export function isAsMade(text: string, bytes: number, read: () => Buffer | undefined): boolean {
  const wanted = Buffer.from(text);
  if (bytes !== wanted.length) return false;
  return bytes === 0 || read()?.equals(wanted) === true;
}
