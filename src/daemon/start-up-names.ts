/** Which programs start-up files start by name. What stands in none of them was started by something else in the shell. */
import { entriesOf, readStartUpText } from "./start-up-text.ts";

/** The system's own, which an agent cannot write. */
const SYSTEM_FILES = [
  ...["/etc/profile", "/etc/bash.bashrc", "/etc/bashrc", "/etc/zshenv", "/etc/zprofile", "/etc/zshrc"],
  ...["/etc/zlogin", "/etc/zsh/zshenv", "/etc/zsh/zprofile", "/etc/zsh/zshrc", "/etc/zsh/zlogin"],
  "/etc/fish/config.fish",
];
const SYSTEM_FOLDERS = ["/etc/profile.d", "/etc/fish/conf.d"];

/** Where a command's name stands: at a beginning, behind words of the shell's own, behind settings. */
const OWN_WORDS = "then|do|else|elif|if|while|until|time|command|builtin|exec|not|and|or|begin";
const NAME = new RegExp(
  String.raw`(?:^|[;&|({!\`'"])[ \t]*(?:(?:${OWN_WORDS}|[!{(])[ \t]+){0,8}(?:\w+=[^\s'"]*[ \t]+){0,8}\\?([\w.+-]+)`,
  "gm",
);
const COMMENT = /(?:^|\s)#.*$/gm;

export function readStartUpNames(files: readonly string[]): ReadonlySet<string> {
  const all = [...files, ...SYSTEM_FILES, ...SYSTEM_FOLDERS.flatMap(entriesOf)];
  return new Set(all.flatMap((file) => namesIn(readStartUpText(file))));
}

export function namesIn(text: string): string[] {
  return [...text.replace(COMMENT, "").matchAll(NAME)].map(([, name = ""]) => name);
}
