/** Files that the system's packages have put there: an agent that may not become root cannot have written them. */

export function isOfTheSystem(path: string): boolean {
  return PACKAGED.test(path);
}

/** Started by its name: a link there is the system's own second name for a program. */
export function isSystemCommand(path: string): boolean {
  return COMMAND.test(path);
}

/** Also data of packages, and what the machine's owner has installed for everybody. */
export function isInstalled(path: string): boolean {
  return PACKAGED.test(path) || SHARED.test(path);
}

const PACKAGED = /^\/(?:usr\/)?(?:s?bin|lib(?:exec|64)?)\//;
const COMMAND = /^\/(?:usr\/)?s?bin\/[^/]+$/;
const SHARED = /^\/usr\/(?:share|local\/(?:s?bin|lib|libexec|share))\//;
