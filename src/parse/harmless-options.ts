/** Shell options that change neither how words are read nor what a name stands for. All others are doubtful. */

export type Switch = "on" | "off";
export type OptionTable = "set" | "shopt" | "zsh";

interface Harmless {
  /** Harmless whichever way they are switched. */
  readonly either: ReadonlySet<string>;
  /** The way that cannot do harm: mostly the way in which a shell starts. */
  readonly on: ReadonlySet<string>;
  readonly off: ReadonlySet<string>;
}

function names(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/));
}

const OPTIONS: Readonly<Record<OptionTable, Harmless>> = {
  set: {
    either: names(
      "errexit nounset xtrace verbose noglob noclobber pipefail noexec notify hashall errtrace functrace monitor ignoreeof nolog onecmd emacs vi",
    ),
    on: names("braceexpand interactive-comments"),
    off: names("history histexpand keyword allexport posix physical"),
  },
  shopt: {
    either: names(
      `checkhash checkjobs checkwinsize cmdhist complete_fullquote direxpand dirspell dotglob execfail extglob
      failglob force_fignore globasciiranges globskipdots globstar gnu_errfmt histappend histreedit histverify hostcomplete
      huponexit inherit_errexit lastpipe lithist mailwarn no_empty_cmd_completion nocasematch nullglob progcomp
      patsub_replacement shift_verbose varredir_close`,
    ),
    on: names("interactive_comments promptvars sourcepath extquote"),
    off: names(
      "autocd expand_aliases cdable_vars cdspell extdebug nocaseglob xpg_echo assoc_expand_once progcomp_alias",
    ),
  },
  zsh: {
    either: names(
      `errexit errreturn unset xtrace verbose exec clobber pipefail nomatch badpattern nullglob cshnullglob globdots glob
      globstarshort notify bgnice hup checkjobs checkrunningjobs monitor longlistjobs pushdsilent pushdignoredups
      histignoredups histignorealldups histignorespace histreduceblanks histsavenodups histfindnodups histexpiredupsfirst
      histfcntllock histnostore sharehistory appendhistory incappendhistory incappendhistorytime extendedhistory beep
      listbeep histbeep interactivecomments localoptions localtraps numericglobsort warncreateglobal warnnestedvar
      printexitvalue shwordsplit ignoreeof autolist automenu autoparamslash autoremoveslash completeinword alwaystoend
      menucomplete listpacked listtypes listrowsfirst emacs vi flowcontrol promptcr promptsp typesetsilent rmstarsilent
      rmstarwait`,
    ),
    on: names("caseglob multios casematch"),
    off: names(
      `globsubst banghist extendedglob kshglob shglob allexport promptsubst autocd cdablevars chaselinks chasedots rcquotes
      braceccl correct correctall ksharrays magicequalsubst cshjunkiequotes cshjunkieloops ignorebraces shfileexpansion
      globassign autonamedirs pathdirs rcexpandparam posixbuiltins posixidentifiers autopushd pushdtohome pushdminus`,
    ),
  },
};

export function isHarmlessOption(name: string, way: Switch, table: OptionTable): boolean {
  const { either, on, off } = OPTIONS[table];
  const plain = table === "zsh" ? name.toLowerCase().replaceAll("_", "") : name;
  if (either.has(plain) || (way === "on" ? on : off).has(plain)) return true;
  // zsh: "no" in front switches the other way.
  if (table !== "zsh" || !plain.startsWith("no")) return false;
  const base = plain.slice(2);
  return either.has(base) || (way === "on" ? off : on).has(base);
}

const LETTERS: Readonly<Record<"set" | "zsh", Readonly<Record<Switch, RegExp>>>> = {
  set: { on: /[euxvfnCbhETmtB]/, off: /[euxvfnCbhETmtHkaP]/ },
  zsh: { on: /[euxvnCmtfFEhHG3k]/, off: /[euxvnCmtfFEhHG3kaTJI]/ },
};

export function isHarmlessLetter(letter: string, way: Switch, table: "set" | "zsh"): boolean {
  return LETTERS[table][way].test(letter);
}
