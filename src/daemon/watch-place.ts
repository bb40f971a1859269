/**
 * Whether the agent's shells still find guard where they look for it. A shell leaves out a BASH_ENV that is not there, and a
 * PATH folder that leads nowhere, without a word: when the session's folder or the installation goes away, nothing would
 * be asked any more. Looks without holding the loop up; it only tells, it ends nothing.
 */
import { readdirSync, readlinkSync, statSync } from "node:fs";
import { join } from "node:path";
import { statPath } from "../disk/files.ts";

const LOOK_EVERY_MS = 1_000;
/** Who builds guard anew, or moves it and puts it back, is not there for a moment: that ends no session by the chance of a look. */
const LOOK_AGAIN_MS = 100;
const UNASKED = "shells below guard would run unasked";

/** Undefined: it is all there. Else what is not, for a person. */
export type Look = () => Promise<string | undefined>;

/** Tells once. The function that comes back ends the watch: the session's own end removes the folder. */
export function watchPlace(
  folder: string,
  onLost: (what: string) => void,
  ...more: readonly Look[]
): () => void {
  const looks = [folder, join(folder, "agent")]
    .map(lookAtFolder)
    .concat(linksIn(join(folder, "agent")), more);
  let isEnded = false;
  async function lookAtAll(before: "there" | "lost"): Promise<void> {
    const lost = await findLost(looks);
    if (isEnded) return;
    if (lost === undefined) lookLater(LOOK_EVERY_MS, "there");
    else if (before === "there") lookLater(LOOK_AGAIN_MS, "lost");
    else onLost(lost);
  }
  // Each look after the one before: a disk that hangs must not gather them.
  const lookLater = (afterMs: number, before: "there" | "lost") =>
    void setTimeout(() => void lookAtAll(before), afterMs).unref();
  lookLater(LOOK_EVERY_MS, "there");
  return () => {
    isEnded = true;
  };
}

async function findLost(looks: readonly Look[]): Promise<string | undefined> {
  for (const look of looks) {
    const lost = await look();
    if (lost !== undefined) return lost;
  }
  return undefined;
}

/** Another folder of the same name is not the one with our sockets and links. */
function lookAtFolder(path: string): Look {
  const { dev, ino } = statSync(path);
  return async () => {
    const now = await statPath(path).catch(() => undefined);
    return now?.dev === dev && now.ino === ino
      ? undefined
      : `the session's folder ${path} was moved or removed; ${UNASKED}`;
  };
}

/** What a link leads to may be replaced by another build of it, but it must be there, and an empty file asks nothing. */
function linksIn(folder: string): Look[] {
  const links = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isSymbolicLink());
  return links.map(({ name }) => {
    const link = join(folder, name);
    const target = readlinkSync(link);
    return async () => {
      const now = await statPath(link).catch(() => undefined);
      return now === undefined || (now.isFile() && now.size === 0)
        ? `a part of guard is gone, ${target} (was it moved or built anew?); ${UNASKED}`
        : undefined;
    };
  });
}
