/** policy/confinement.yaml -> dist/confinement.json. One mistake, or an example that fails, and there is no file. */
import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { z } from "zod";

const path = z.string().regex(/^(?:~\/|\/|\$[A-Z_]+(?:\/|$))/, "a path begins with ~/, / or a variable");
const name = z.string().regex(/^[^/]/, "a name has no slash in front");
const because = z.string().min(5);
const pathGroups = z.record(because, z.array(path).min(1));
/** What is not there yet has no name to be found by. */
const toldPaths = z
  .array(path.regex(/^(?!\$RUN\b)[^*]+$/, "what is told or made has a name of its own: no * and no $RUN"))
  .min(1);
const toldGroups = z.record(because, toldPaths);
const nameGroups = z.record(because, z.array(name).min(1));

const confinement = z.strictObject({
  hidden: pathGroups,
  left: pathGroups,
  inside: z.record(
    path,
    z.strictObject({
      kept: z.array(name).default([]),
      writable: z.array(name).default([]),
      empty: z.array(name).default([]),
      sockets: z.enum(["kept", "hidden"]).default("hidden"),
      room: z.literal("always").optional(),
      room_when: z
        .strictObject({ file: name, holds: z.string(), examples: z.array(z.string()).min(1) })
        .optional(),
    }),
  ),
  only_with: z.record(
    path,
    z.strictObject({
      holds: z.string(),
      secret: z.array(z.string()).min(1),
      harmless: z.array(z.string()).min(1),
    }),
  ),
  read_only: pathGroups,
  root_read_only: pathGroups,
  made: z.record(
    because,
    z.strictObject({ when: z.array(path).default([]), paths: toldPaths, text: z.string().default("") }),
  ),
  unnamed: z.record(
    because,
    z.strictObject({
      folders: z.array(path).default([]),
      named: z.array(name).default([]),
      beside: z.array(name).default([]),
    }),
  ),
  told: toldGroups,
  root_told: toldGroups,
  told_new: toldGroups,
  system_read_only: pathGroups,
  sockets: pathGroups,
  fresh: z.record(path, z.string().regex(/^[0-7]{4}$/)),
  variables: z.record(
    z.string().regex(/^[A-Z0-9_]+$/),
    z.strictObject({ names: z.string(), examples: z.record(z.string(), z.string()) }),
  ),
  devices: nameGroups,
  capabilities: nameGroups,
  sandboxes: nameGroups,
});
export type ConfinementSource = z.infer<typeof confinement>;

/** The kernel's order: the place in the list is the number. */
const CAPABILITIES =
  "CHOWN DAC_OVERRIDE DAC_READ_SEARCH FOWNER FSETID KILL SETGID SETUID SETPCAP LINUX_IMMUTABLE NET_BIND_SERVICE NET_BROADCAST NET_ADMIN NET_RAW IPC_LOCK IPC_OWNER SYS_MODULE SYS_RAWIO SYS_CHROOT SYS_PTRACE SYS_PACCT SYS_ADMIN SYS_BOOT SYS_NICE SYS_RESOURCE SYS_TIME SYS_TTY_CONFIG MKNOD LEASE AUDIT_WRITE AUDIT_CONTROL SETFCAP MAC_OVERRIDE MAC_ADMIN SYSLOG WAKE_ALARM BLOCK_SUSPEND AUDIT_READ PERFMON BPF CHECKPOINT_RESTORE".split(
    " ",
  );

export function readConfinement(file: string): ConfinementSource {
  const parsed = confinement.safeParse(parse(readFileSync(file, "utf8")));
  if (!parsed.success) throw new Error(`${file}: ${z.prettifyError(parsed.error)}`);
  return parsed.data;
}

/** Throws when the file holds a mistake. The shape is ConfinementData of src/confine. */
export function compileConfinement(file: string): object {
  const source = readConfinement(file);
  const problems = [...wrongExamples(source), ...repeatedPaths(source), ...uselesslyMade(source)];
  if (problems.length > 0) throw new Error(`${file}: ${problems.join("; ")}`);
  return {
    hidden: all(source.hidden),
    left: all(source.left),
    inside: Object.entries(source.inside).map(([folder, { room_when, ...parts }]) => ({
      folder: plain(folder),
      ...parts,
      ...(room_when === undefined ? {} : { roomWhen: { file: room_when.file, holds: room_when.holds } }),
    })),
    onlyWith: mapped(source.only_with, ({ holds }) => holds),
    readOnly: all(source.read_only),
    rootReadOnly: all(source.root_read_only),
    made: Object.values(source.made).map(({ when, paths, text }) => ({ when: when.map(plain), paths, text })),
    unnamed: {
      folders: Object.values(source.unnamed).flatMap(({ folders }) => folders.map(plain)),
      named: Object.values(source.unnamed).flatMap(({ named }) => named),
      beside: Object.values(source.unnamed).flatMap(({ beside }) => beside),
    },
    told: all(source.told),
    rootTold: all(source.root_told),
    toldNew: all(source.told_new),
    systemReadOnly: all(source.system_read_only),
    sockets: all(source.sockets),
    fresh: mapped(source.fresh, (perms) => perms),
    variables: mapped(source.variables, ({ names }) => names),
    devices: Object.values(source.devices).flat(),
    capabilities: Object.values(source.capabilities)
      .flat()
      .map((capability) => [capability, numberOf(capability, file)]),
    sandboxes: Object.values(source.sandboxes).flat(),
  };
}

function all(groups: Readonly<Record<string, readonly string[]>>): readonly string[] {
  return Object.values(groups).flat().map(plain);
}

function mapped<T>(rows: Readonly<Record<string, T>>, pick: (row: T) => string): Record<string, string> {
  return Object.fromEntries(Object.entries(rows).map(([key, row]) => [plain(key), pick(row)]));
}

/** The slash at the end is for readers. */
function plain(text: string): string {
  return text.replace(/\/$/, "");
}

function numberOf(capability: string, file: string): number {
  const number = CAPABILITIES.indexOf(capability);
  if (number < 0) throw new Error(`${file}: ${capability} is no capability`);
  return number;
}

function wrongExamples({ inside, only_with, variables }: ConfinementSource): string[] {
  const rooms = Object.entries(inside).flatMap(([key, { room_when }]) =>
    (room_when?.examples ?? [])
      .filter((text) => !new RegExp(room_when?.holds ?? "", "im").test(text))
      .map((text) => `${key}: should have room: ${text}`),
  );
  const texts = Object.entries(only_with).flatMap(([key, { holds, secret, harmless }]) => {
    const isSecret = (text: string) => new RegExp(holds, "im").test(text);
    return [
      ...secret.filter((text) => !isSecret(text)).map((text) => `${key}: should be hidden: ${text}`),
      ...harmless.filter(isSecret).map((text) => `${key}: should not be hidden: ${text}`),
    ];
  });
  const values = Object.entries(variables).flatMap(([key, { names, examples }]) =>
    Object.entries(examples)
      .filter(([value, path]) => new RegExp(names).exec(value)?.[1] !== path)
      .map(([value, path]) => `${key}: ${value} should name ${path}`),
  );
  return [...rooms, ...texts, ...values];
}

/** What nothing holds would only lie about; what shadows another file when it is empty must not be made (see the file). */
function uselesslyMade({ made, read_only, inside }: ConfinementSource): string[] {
  const held = [...all(read_only), ...Object.keys(inside).map(plain)];
  return Object.values(made)
    .flatMap(({ paths }) => paths)
    .filter((one) => !held.some((other) => plain(one) === other || one.startsWith(`${other}/`)))
    .map((one) => `${one} is made, and nothing holds it`);
}

function repeatedPaths(source: ConfinementSource): string[] {
  const { hidden, sockets, read_only, root_read_only, told, root_told } = source;
  const lists = [[hidden], [sockets], [read_only, root_read_only], [told, root_told]];
  return lists.flatMap((groups) => {
    const paths = groups.flatMap(all);
    return paths.filter((one, at) => paths.indexOf(one) !== at).map((one) => `${one} stands there twice`);
  });
}
