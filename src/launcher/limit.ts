/** How long somebody is waited for. Does not keep the process alive. */
export function limit(ms: number): Promise<"too late"> {
  return new Promise((enough) => setTimeout(() => enough("too late"), ms).unref());
}
