/**
 * A file on the hidden list that was not there when the session began has no mask, and is not given one: it may be the agent's
 * own work (a login that it was told to do). If it is the person's, they are told, once. Looks without holding the loop up.
 */
import { mayMatch } from "../confine/may-match.ts";
import { statPath } from "../disk/files.ts";

export interface AbsentSecret {
  readonly path: string;
  /** Only with this in it, an expression; else in any case. */
  readonly holds?: string | undefined;
}

const LOOK_EVERY_MS = 2_000;

/** What comes back ends it. */
export function watchNewSecrets(
  absent: readonly AbsentSecret[],
  onNew: (path: string) => void,
  everyMs = LOOK_EVERY_MS,
): () => void {
  const awaited = new Map(absent.map((one) => [one.path, one]));
  let isEnded = false;
  async function look(): Promise<void> {
    for (const { path, holds } of awaited.values()) {
      const now = await statPath(path).catch(() => undefined);
      if (isEnded) return;
      if (now?.isFile() !== true || now.size === 0 || !isSecret(path, holds)) continue;
      awaited.delete(path);
      onNew(path);
    }
    lookLater();
  }
  // Each look after the one before: a disk that hangs must not gather them.
  const lookLater = () => void setTimeout(() => void look(), everyMs).unref();
  lookLater();
  return () => {
    isEnded = true;
  };
}

function isSecret(path: string, holds: string | undefined): boolean {
  return holds === undefined || mayMatch(path, new RegExp(holds, "im"));
}
