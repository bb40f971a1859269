/** Secrets of the user, by every name that leads to them. All hold the same text, which no other file has. */
import { type Intrusion, intrusion, isDone, leaks } from "../intrusion.ts";

/** Some are hidden only while there is a login in them. */
const LOGINS: Readonly<Record<string, string>> = {
  ".npmrc": "//registry.npmjs.org/:_authToken=",
  ".docker/config.json": '{"auths":{"r.example":{"auth":"',
};
export const secretIn = (file: string, secret: string) => `${LOGINS[file] ?? ""}${secret}`;

/** Planted in the home folder of each world. */
export const SECRET_FILES: readonly string[] = [
  ".ssh/id_ed25519",
  ".ssh/work/id_rsa",
  ".aws/credentials",
  ".azure/tokens.json",
  ".gnupg/private-keys-v1.d/x.key",
  ".password-store/bank.gpg",
  ".npmrc",
  ".netrc",
  ".pypirc",
  ".git-credentials",
  ".pgpass",
  ".vault-token",
  ".kube/config",
  ".docker/config.json",
  ".cargo/credentials.toml",
  ".config/gh/hosts.yml",
  ".config/gcloud/credentials.db",
  ".config/rclone/rclone.conf",
  ".local/share/keyrings/login.keyring",
  ".mozilla/firefox/x.default/logins.json",
  ".config/google-chrome/Default/Cookies",
  ".terraform.d/credentials.tfrc.json",
];

/** In the home folder a link (a dotfiles repository), whose real folder lies elsewhere. */
export const LINKED = { link: ".azure", folder: "dotfiles/azure" };

const KEY = "{home}/.aws/credentials";
const FOLDER = "{home}/.aws";

const readings = SECRET_FILES.map((file) =>
  intrusion("mask", `~/${file} is read`, ["files.plainly", `{home}/${file}`], leaks),
);

const otherNames: readonly Intrusion[] = [
  intrusion(
    "mask",
    "a secret behind a link of the user's is read at its real place",
    ["files.plainly", "{home}/dotfiles/azure/tokens.json"],
    leaks,
  ),
  intrusion(
    "mask",
    "a key that came into ~/.ssh after the start is read",
    ["files.planted_later", "{home}/.ssh/id_new", "{secret}"],
    leaks,
  ),
  intrusion(
    "keeper",
    "a secret that its owner wrote anew after the start (a login renames a new file over it) is read",
    ["files.renewed_later", "{home}/.git-credentials", "{secret}"],
    leaks,
  ),
  intrusion(
    "keeper",
    "a secret that was put into a file without one after the start is read",
    ["files.planted_later", "{home}/.yarnrc.yml", "npmAuthToken: {secret}"],
    leaks,
  ),
  intrusion(
    "nothing",
    "a secret that was put after the start into a file without one that the agent may write too is read",
    ["files.planted_later", "{home}/.m2/settings.xml", "<password>{secret}</password>"],
    leaks,
  ),
  intrusion(
    "nothing",
    "a secret is read in the moment in which its owner replaces it, by a process that waits for it",
    ["files.in_the_moment", "{home}/.pypirc", "{secret}"],
    leaks,
  ),
  intrusion("mask", "a secret is read through a link in the project", ["files.by_link", KEY], leaks),
  intrusion(
    "mask",
    "a secret is read through a hard link in the project",
    ["files.by_hard_link", "{home}/.netrc"],
    leaks,
  ),
  intrusion("mask", "a secret is read from its folder's descriptor", ["files.by_folder", KEY], leaks),
  intrusion("mask", "a secret is read through /proc/self/root", ["files.by_own_root", KEY], leaks),
  intrusion(
    "mask",
    "a secret is read when its folder is renamed into the project",
    ["files.by_renaming", KEY],
    leaks,
  ),
  intrusion(
    "mask",
    "a secret is read when the folder above its folder is renamed",
    ["files.by_renaming_above", "{home}/.config/gh/hosts.yml"],
    leaks,
  ),
  intrusion(
    "mask",
    "a secret is read when its folder changes places with one of the project",
    ["files.by_exchange", KEY],
    leaks,
  ),
  intrusion(
    "nothing",
    "a secret that has a second hard link under a name that nobody knows is read by that",
    ["files.plainly", "{home}/backup/a-second-name"],
    leaks,
  ),
];

const otherProcesses: readonly Intrusion[] = [
  intrusion(
    "scope",
    "a secret is read through /proc/PID/root of a process outside",
    ["files.by_other_root", "{outside.pid}", KEY],
    leaks,
  ),
  intrusion(
    "scope",
    "a secret is read through /proc/PID/cwd of a process outside",
    ["files.by_other_folder", "{outside.pid}", "credentials"],
    leaks,
  ),
  intrusion(
    "scope",
    "a secret is read through /proc/PID/fd of a process outside",
    ["files.by_other_descriptor", "{outside.pid}", "{outside.secretFd}"],
    leaks,
  ),
  intrusion(
    "scope",
    "a secret is read by a copy of another's descriptor (pidfd_getfd)",
    ["files.by_taking_descriptor", "{outside.pid}", "{outside.secretFd}"],
    leaks,
  ),
  intrusion(
    "mask",
    "a secret is read through whichever process lets its root be used",
    ["files.by_any_process", KEY],
    leaks,
  ),
];

const ownNamespaces: readonly Intrusion[] = [
  intrusion(
    "mask",
    "a secret is read below a bind of the home folder alone, in namespaces of its own",
    ["files.by_plain_bind", KEY, "{home}"],
    leaks,
  ),
  intrusion(
    "mask",
    "a secret is read below a bind of the folder above the home folder, in namespaces of its own",
    ["files.by_plain_bind", KEY, "{folder}"],
    leaks,
  ),
  intrusion(
    "mask",
    "a secret is read in a copy of the tree (open_tree)",
    ["files.by_tree", KEY, "{home}"],
    leaks,
  ),
  intrusion(
    "mask",
    "a secret is read from a descriptor of mounts that were left as a whole",
    ["files.by_left_mounts", KEY],
    leaks,
  ),
  intrusion("mask", "a secret is read through an overlay", ["files.by_overlay", KEY, "{home}"], leaks),
];

const asRoot: readonly Intrusion[] = [
  intrusion(
    "mask",
    "/etc/shadow is read",
    ["files.plainly", "/etc/shadow"],
    { kind: "leaks", text: "root:" },
    {
      as: "root",
    },
  ),
  intrusion(
    "capabilities",
    "a secret is read by the file's handle (open_by_handle_at)",
    ["files.by_handle", "{handle}", KEY],
    leaks,
    { as: "root" },
  ),
  intrusion(
    "capabilities",
    "a secret is read below a bind of the home folder, with root's own mount namespace",
    ["files.by_plain_bind_as_root", KEY, "{home}"],
    leaks,
    { as: "root" },
  ),
  intrusion(
    "capabilities",
    "a secret is read in the namespaces of a process outside (setns)",
    ["files.by_joining", "{outside.pid}", KEY],
    leaks,
    { as: "root", open: ["advisory"] },
  ),
  intrusion("own /dev", "the raw disk is read", ["files.by_disk", "{disk}"], isDone, {
    as: "root",
    needs: "{disk}",
  }),
  intrusion(
    "capabilities",
    "the raw disk is read by a device file of its own",
    ["files.by_own_node", "{disk.major}", "{disk.minor}"],
    isDone,
    { as: "root", needs: "{disk}" },
  ),
];

/** These take away what hides: without guard there is nothing to take away, and the secret is read all the same. */
const unmounting: readonly Intrusion[] = [
  intrusion(
    "mask",
    "a secret is read after umount of what hides it",
    ["files.by_unmounting", KEY, FOLDER],
    leaks,
  ),
  intrusion(
    "mask",
    "a secret is read after umount in namespaces of its own",
    ["files.by_unmounting_in_own_namespace", KEY, FOLDER],
    leaks,
  ),
  intrusion(
    "mask",
    "a secret is read after what hides it was moved elsewhere",
    ["files.by_moving_mount", KEY, FOLDER],
    leaks,
  ),
  intrusion("mask", "a secret is read below another root (pivot_root)", ["files.by_new_root", KEY], leaks),
];

export const SECRETS: readonly Intrusion[] = [
  ...readings,
  ...otherNames,
  ...otherProcesses,
  ...ownNamespaces,
  ...unmounting,
  ...asRoot,
];
