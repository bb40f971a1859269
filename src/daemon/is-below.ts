/** By text alone: both are absolute and hold no `..`, or the answer is no. */
export function isBelow(path: string, folder: string): boolean {
  const clean = folder.replace(/\/+$/, "");
  if (path.split("/").includes("..")) return false;
  return path === clean || path.startsWith(`${clean}/`);
}
