/** How long, for people: the two largest units, no fractions. */

export function describeMs(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 10) return `${minutes} min ${seconds % 60} s`;
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 24 ? `${hours} h ${minutes % 60} min` : `${Math.floor(hours / 24)} d ${hours % 24} h`;
}

/** The same for what may be short: one unit, as exact as it matters. */
export function showMs(ms: number): string {
  if (ms >= 60_000) return describeMs(ms);
  return ms >= 1_000 ? `${(ms / 1_000).toFixed(1)} s` : `${ms < 10 ? ms.toFixed(2) : Math.round(ms)} ms`;
}
