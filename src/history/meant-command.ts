/** Which command of a line is the one that matters: `ls && npm install` is an `npm install`. Told at a glance, to count by; never to judge. */

/** Said before or around what matters. */
const BESIDE = new Set(
  (
    "cd pushd popd export set unset source . echo printf true false : sleep wait test [ clear reset tput pwd whoami id date uname hostname which " +
    "type alias umask trap exit return local declare typeset readonly shopt setopt"
  ).split(" "),
);
/** They only look, with whatever arguments. */
const LOOKING = new Set("ls head tail less more wc grep egrep fgrep rg tree stat file du df diff".split(" "));
const LOOKS = /^(?:read|list|search)(?::|$)/;
const ACTION_OF_FIND = /^-(?:delete|exec|execdir|ok|okdir|fprint0?|fprintf|fls)$/;

export function findMeant(
  commands: readonly string[][],
  effects: readonly string[],
): readonly string[] | undefined {
  const own = commands.filter(([name = ""]) => !BESIDE.has(name));
  // Then it was something to read that was asked about.
  const onlyLooks = effects.length > 0 && effects.every((effect) => LOOKS.test(effect));
  const doing = onlyLooks ? undefined : own.find((command) => !isLooking(command));
  return doing ?? own[0] ?? commands[0];
}

function isLooking([name = "", ...words]: readonly string[]): boolean {
  if (name === "find") return !words.some((word) => ACTION_OF_FIND.test(word));
  // Without a file it writes what it is given: `cat <<E > x`.
  return LOOKING.has(name) || (name === "cat" && words.length > 0);
}
