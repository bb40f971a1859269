/** Which programs get a shim: everything that the knowledge base does not call quiet in all its uses. Pure. */
import type {
  FragmentData,
  KnowledgeFile,
  OperandsData,
  PlainRole,
  RoleText,
  SpecData,
  WhenData,
} from "../classify/knowledge-data.ts";
import { type EffectKind, QUIET_KINDS } from "../core/effect.ts";
import { GUARD_PROGRAMS } from "../policy/floor/lists.ts";
import { FLOOR_BLOCKED, RUN_ANYTHING } from "../policy/never-listed.ts";

/** Roles whose word is at most read, listed or searched. */
const QUIET_ROLES: ReadonlySet<PlainRole> = new Set([
  "text",
  "print",
  "unseen",
  "number",
  "read",
  "list",
  "search",
  "cwd",
  "replace",
  "separator",
  "most",
  "variable",
  "sets",
  "name",
  "listed",
]);

/** Shells, interpreters and starters of other programs, whatever the knowledge base says of them. */
const ALWAYS =
  "sh dash ash bash rbash zsh fish ksh mksh tcsh csh busybox toybox python python2 python3 pypy pypy3 node nodejs perl " +
  "ruby php lua luajit deno bun tclsh env xargs parallel nice ionice nohup timeout setsid stdbuf time watch sudo su";

/**
 * No shim: build systems write the paths of these into their caches (measured with cmake), and a shim's path ends with its
 * session, so the build folder would be broken afterwards. What they start, and the lines that start them, is still seen.
 */
const REMEMBERED =
  /^(?:cc|c\+\+|c89|c99|gcc|g\+\+|gfortran|clang|clang\+\+|cpp|as|ld|lld|ld\..+|gold|ar|ranlib|nm|objcopy|objdump|readelf|strip|size|strings|addr2line|dlltool|gcc-(?:ar|nm|ranlib)|llvm-.+|make|gmake|ninja|ninja-build|samu|pkg-config|pkgconf)$/;

/** Sorted. Names of files only: `.` and `[[` are no programs. */
export function shimNames(file: KnowledgeFile): readonly string[] {
  const names = new Set<string>([...ALWAYS.split(" "), ...RUN_ANYTHING, ...FLOOR_BLOCKED]);
  for (let at = 0; at + 1 < file.programs.length; at += 2) {
    if (isQuiet(JSON.parse(file.programs[at + 1] as string) as SpecData)) continue;
    for (const name of (file.programs[at] as string).split(" ")) names.add(name);
  }
  const needsShim = (name: string): boolean =>
    /^\w[\w.+@-]*$/.test(name) && !GUARD_PROGRAMS.test(name) && !REMEMBERED.test(name);
  return [...names].filter(needsShim).sort(byCodeUnit);
}

function byCodeUnit(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

function isQuiet(spec: SpecData): boolean {
  if (!isQuietFragment(spec) || !areQuietOperands(spec.operands) || spec.responseFiles === true) return false;
  if (spec.without !== undefined && !isQuietFragment(spec.without)) return false;
  if ((spec.confirm ?? []).length > 0) return false;
  if (!(spec.options ?? []).every(([, , role]) => role === "" || isQuietRole(role))) return false;
  const changes = [...(spec.when ?? []), ...(spec.together ?? [])].map(([, when]) => when);
  return changes.every(isQuietWhen) && hasQuietSubcommands(spec);
}

/** Without `otherwise` an unknown sub-command counts as execute. */
function hasQuietSubcommands({ subcommands, otherwise }: SpecData): boolean {
  if (subcommands === undefined) return true;
  return otherwise !== undefined && [otherwise, ...subcommands.map(([, spec]) => spec)].every(isQuiet);
}

function isQuietWhen(when: WhenData): boolean {
  const roles = (when.options ?? []).map(([, role]) => role);
  return isQuietFragment(when) && areQuietOperands(when.operands) && roles.every(isQuietRole);
}

function isQuietFragment({ does = [], runs }: FragmentData): boolean {
  return runs === undefined && does.every((kind) => QUIET_KINDS.has(kind));
}

function areQuietOperands(operands: OperandsData | undefined): boolean {
  if (operands === undefined) return true;
  const { head, rest, tail } = operands;
  return [...head, ...(rest === undefined ? [] : [rest]), ...tail].every(isQuietRole);
}

function isQuietRole(role: RoleText): boolean {
  if (role.startsWith("named:")) return isQuietRole(role.slice("named:".length) as RoleText);
  if (role.startsWith("thing:")) return QUIET_KINDS.has(role.slice("thing:".length) as EffectKind);
  return QUIET_ROLES.has(role as PlainRole);
}
