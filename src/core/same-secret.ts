/** Compares in a time that tells nothing about where they differ. */
export function isSameSecret(given: string, secret: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(secret)];
  return left.length === right.length && process.getBuiltinModule("node:crypto").timingSafeEqual(left, right);
}
