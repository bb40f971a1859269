/** Several sorted walks as one, taken from as far as somebody asks. */

export function* mergeSorted(
  walks: readonly Iterator<number>[],
  order: "newest" | "oldest",
): Generator<number> {
  const heads = walks.flatMap((walk) => {
    const { value, done } = walk.next();
    return done === true ? [] : [{ walk, seq: value as number }];
  });
  try {
    for (;;) {
      const next = heads.reduce<(typeof heads)[number] | undefined>(
        (best, one) =>
          best === undefined || (order === "newest" ? one.seq > best.seq : one.seq < best.seq) ? one : best,
        undefined,
      );
      if (next === undefined) return;
      yield next.seq;
      const { value, done } = next.walk.next();
      if (done === true) heads.splice(heads.indexOf(next), 1);
      else next.seq = value as number;
    }
  } finally {
    // Walks that are open keep the database busy.
    for (const { walk } of heads) walk.return?.();
  }
}
