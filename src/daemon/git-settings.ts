/** Settings of git, as `key=value`, that only switch things on or off: no value of them is a command, or leads to one. */

export function isHarmlessSetting(setting: string): boolean {
  if (setting === LISTS_REFERENCES || NAMES_VERSION.test(setting)) return true;
  const value = SWITCH.exec(setting)?.[1];
  return value !== undefined && (!LEADS_ON.test(setting) || value === "" || value === "/dev/null");
}

/** Several, as GIT_CONFIG_PARAMETERS holds them: each in single quotes. */
export function areHarmlessSettings(text: string): boolean {
  const settings = text.match(/'[^']*'(?:='[^']*')?/g) ?? [];
  return (
    settings.join(" ") === text.trim() && settings.every((one) => isHarmlessSetting(one.replaceAll("'", "")))
  );
}

const SWITCH = /^[A-Za-z][\w./-]*=(|true|false|never|explicit|files|medium|\/dev\/null|cat|\d+)$/;
/** A word there is the name of a folder or a file, which the project may have. */
const LEADS_ON =
  /^(?:core\.(?:hookspath|attributesfile|excludesfile|worktree)|include(?:if)?\..*|init\.templatedir|.*\.(?:path|command|cmd|program|process|helper))=/i;
/** An alias for what only prints git's own version. */
const NAMES_VERSION = /^alias\.[\w./-]+=version$/;
/** Claude's: a command, but one that lists references and nothing else. */
const LISTS_REFERENCES = `core.alternateRefsCommand=f() { git --git-dir="$1" for-each-ref --format='%(objectname)'; }; f`;
