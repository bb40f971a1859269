/** Waits for a condition, not for a time; the deadline is only for tests that fail. */
const DEADLINE_MS = 20_000;
const LOOK_AGAIN_MS = 5;

export async function waitUntil(
  what: string,
  isSo: () => boolean,
  describe: () => string = () => "",
): Promise<void> {
  const deadline = performance.now() + DEADLINE_MS;
  while (!isSo()) {
    if (performance.now() > deadline) throw new Error(`waited for ${what} in vain: ${describe()}`);
    await new Promise((again) => setTimeout(again, LOOK_AGAIN_MS));
  }
}
