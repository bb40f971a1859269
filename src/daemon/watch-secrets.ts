/**
 * A hidden file that its owner writes anew (a login renames a new file over it) is hidden no more: the mount went with the old
 * one. Nothing can be mounted from here; the person is told, once for each. Looks without holding the loop up.
 */
import { statPath } from "../disk/files.ts";
import type { KeptSecrets } from "./kept-secrets.ts";

const LOOK_EVERY_MS = 2_000;

/** What comes back ends it. */
export function watchSecrets(
  { files }: KeptSecrets,
  onShown: (path: string) => void,
  everyMs = LOOK_EVERY_MS,
): () => void {
  const watched = new Map(files);
  let isEnded = false;
  async function look(): Promise<void> {
    for (const [path, identity] of watched) {
      const now = await statPath(path, { bigint: true }).catch(() => undefined);
      if (isEnded) return;
      if (now === undefined || `${now.dev}:${now.ino}` === identity) continue;
      watched.delete(path);
      onShown(path);
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
