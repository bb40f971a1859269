/** Tools that put a shell script with the program's name before the program: pyenv, rbenv, asdf and their like. */

const OWN_FOLDERS =
  /\/(?:\.(?:pyenv|rbenv|nodenv|goenv|jenv|plenv|phpenv|asdf)|\.local\/share\/(?:mise|rtx|asdf))\/(?:shims|libexec|bin|plugins\/[^/]+\/bin)\/[^/]+$/;

/** `file` is absolute. Its scripts are judged by their names, like programs of the system. */
export function isVersionManager(file: string): boolean {
  return OWN_FOLDERS.test(file);
}
