/** Shell lines made of every construct, in which only the stubs of helpers/stub-jail.ts can run. */
import fc from "fast-check";
import { STUBS } from "../helpers/stub-jail.ts";

type Text = fc.Arbitrary<string>;

export function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** What ends a list: a here-document needs its own line. */
function ended(list: string): string {
  return list.includes("<<") ? `${list}\n` : `${list}; `;
}

/** A here-document whose end stands nowhere inside it. */
function hereDocument(command: string, body: string, quoting: "quoted" | "bare"): string {
  const end = `E${body.length}x`;
  return `${command.replace("<<", quoting === "quoted" ? `<<'${end}'` : `<<${end}`)}\n${body}\n${end}`;
}

const stub = fc.constantFrom(...STUBS);
const hex = (name: string) => [...name].map((char) => `\\x${char.charCodeAt(0).toString(16)}`).join("");

/** Ways to write a simple command so that a stub runs; each can be foretold. */
const FORETOLD: readonly ((name: string) => string)[] = [
  (name) => name,
  (name) => `${name} x 'y z'`,
  (name) => `'${name}'`,
  (name) => `"${name}" x`,
  (name) => `q'${name.slice(1)}'`,
  (name) => `\\${name}`,
  (name) => `${name.slice(0, 2)}\\\n${name.slice(2)}`,
  (name) => `$'${hex(name)}'`,
  (name) => `$'${name}\\0rest'`,
  (name) => `$"${name}"`,
  (name) => `{${name},x}`,
  (name) => `q{${name.slice(1)},x}`,
  (name) => `A=1 ${name}`,
  (name) => `>f ${name}`,
  (name) => `${name} 2>&1 >/dev/null </dev/null`,
  (name) => `\${NONE:+x} ${name}`,
  (name) => `$(echo ${name})`,
  (name) => `V=${name}; $V x`,
  (name) => `V=${name}; "$V"`,
  (name) => `V='${name} x'; $V`,
  (name) => `V=q; \${V}${name.slice(1)}`,
  (name) => `V=q W=${name.slice(1)}; $V$W`,
  (name) => `V=q; V+=${name.slice(1)}; $V`,
  (name) => `V=; $V ${name}`,
  (name) => `IFS=,; V=${name},x; $V; unset IFS`,
  (name) => `set -- ${name} x; "$@"`,
  (name) => `set -- '${name} x'; $*`,
  (name) => `set -- x ${name}; shift; $1`,
  (name) => `V=(${name} x); "\${V[@]}"`,
  (name) => `V=(x ${name}); \${V[1]}`,
  (name) => `V=(x); V+=(${name}); \${V[1]}`,
  (name) => `V=${name}x; \${V%x}`,
  (name) => `V=x${name}; \${V#x} y`,
  (name) => `for V in x ${name}; do [ $V = x ] || $V; done`,
  (name) => `export V=${name}; sh -c '$V'`,
  (name) => `V=${name} bash -c '"$V"'`,
  (name) => `sh -c '"$@"' sh ${name} x`,
  (name) => `sh -c '$0 x' ${name}`,
  (name) => `command ${name}`,
  (name) => `command -p -- env ${name}`,
  (name) => `(exec ${name} x)`,
  (name) => `env ${name} x`,
  (name) => `timeout 5 ${name}`,
  (name) => `echo x | xargs ${name}`,
  (name) => `echo ${name} | xargs env`,
  (name) => `xargs -I{} ${name} {} <<<z`,
  (name) => `echo ${name} | sh`,
  (name) => `printf '%s\\n' ${name} | bash -s`,
  (name) => `bash <<<${name}`,
  (name) => `eval ${name} x`,
  (name) => `V=eval; $V ${name}`,
  (name) => `builtin eval ${name}`,
  (name) => `(trap ${name} EXIT)`,
  (name) => `(trap '${name} x' 0; true)`,
  (name) => `coproc ${name}; wait`,
  (name) => `coproc N { ${name}; }; wait`,
  (name) => `time -p ${name}`,
  (name) => `! ${name}`,
  (name) => `! time ${name}`,
  (name) => `shopt -s expand_aliases\nalias al=${name}\nal x\nunalias al`,
  (name) => `shopt -s expand_aliases\nalias al='${name} x; true'\nal`,
  (name) => `fn() { ${name} "$1"; }; fn x`,
  (name) => `fn() { "$@"; }; fn ${name} x`,
  (name) => `fn() { $2; }; fn x ${name}`,
  (name) => `function fn { ${name}; }; fn; unset -f fn`,
  (name) => `fn() (${name}); V=fn; $V`,
  (name) => `cd . && ${name}`,
  (name) => `cd nowhere 2>/dev/null || ${name}`,
  (name) => `case ${name} in x) ;; q*) ${name};; esac`,
  (name) => `if false; then :; elif true; then ${name}; fi`,
  (name) => `until ${name}; do break; done`,
  (name) => `while true; do ${name}; break; done`,
  (name) => `for ((i=0;i<2;i++)); do ${name} $i; done`,
  (name) => `case a in a) V=${name} ;& b) $V;; esac`,
  (name) => `((1)) && ${name}`,
  (name) => `[[ a == a ]] && ${name} || true`,
  (name) => `{ ${name}; } >f 2>&1`,
  (name) => `((${name}) )`,
  (name) => `${name} & wait`,
  (name) => `${name} |& cat`,
  (name) => `set -- 'true;' ${name}; sh -c "$*"`,
  (name) => `set -- ${name} x; V=$@; $V`,
  (name) => `set -- true ${name}; for V; do $V; done`,
  (name) => `fn() { true; }; for i in 1 2; do fn; fn() { ${name}; }; done`,
  (name) => `fn() { V=${name}; }; V=true; fn; $V`,
  (name) => `fn() { local V=${name}; $V; }; fn`,
  (name) => `V=true; (V=${name}; $V)`,
  (name) => `V=true; { V=${name}; }; $V`,
  (name) => `V=true; V=${name} eval '$V'`,
  (name) => `V=${name}; eval "$V x"`,
  (name) => `V='eval ${name}'; $V`,
  (name) => `V='$(${name})'; eval ": $V"`,
  (name) => `W=(['$(${name})0']=1)`,
  (name) => `command_not_found_handle() { ${name}; }; nothing-like-this`,
  (name) => `mapfile -C ${name} -c 1 V <<<x`,
  (name) => `compgen -W '$(${name})'`,
  (name) => `V=true; declare "V=${name}"; $V`,
  (name) => `bash -c "$(echo ${name})"`,
  (name) => `bash -c -- ${name}`,
  (name) => `bash -o pipefail -c ${name}`,
  (name) => `bash --norc -c ${name}`,
  (name) => `env -S '${name} x'`,
  (name) => `env -i PATH=$PATH ${name}`,
  (name) => `echo x | xargs -n1 -P2 ${name}`,
  (name) => `echo ${name} x | xargs timeout 5`,
  (name) => `timeout -k 1 --foreground 5 ${name}`,
  (name) => `timeout 5 env command -v x || env timeout 5 ${name}`,
  (name) => `sh <<-E\n\tcat <<F\n\tF\n\t${name}\nF\n\tE`,
  (name) => `sh <<E\n: "\\$(${name})"\nE`,
  (name) => `sh <<E\nq\\\n${name.slice(1)}\nE`,
  (name) => `cat <<E | sh\n: \\\`${name}\\\`\nE`,
  (name) => `V=true; let 'V=1'; V=${name}; $V`,
  (name) => `V=true; echo $(V=${name}) $((V=1)); V=${name}; $V`,
  (name) => `V=true; for V in ${name}; do :; done; $V`,
  (name) => `! false && ${name}`,
  (name) => `true & ${name}; wait`,
  (name) => `if ! ${name}; then :; fi`,
  (name) => `[[ a =~ a ]] && V=${name}; $V`,
  (name) => `V=${name}; unset V; V=\${V:-${name}}; $V`,
  (name) => `: \${V:=true}; V=; : \${V:=${name}}; $V`,
  (name) => `V=; A=\${V:=${name}} true; $V`,
  (name) => `(${name}() { true; }); ${name}`,
  (name) => `unset -f ${name}; ${name}`,
  (name) => `V=~; V=${name}; "$V"`,
  (name) => `cat /dev/null | while ! ${name}; do break; done`,
  (name) => `echo x | while read V; do ${name} $V; done`,
  (name) => `# comment ; false\n${name} # other`,
  (name) => `: 'quoted # ' ; ${name}`,
  (name) => `cat <<'E' >/dev/null; ${name}\nx\nE`,
  (name) => `env -u B A=1 ${name}`,
];

/** Ways to run a stub that no reader can foretell: they must be marked as unknown. */
const UNKNOWABLE: readonly ((name: string) => string)[] = [
  (name) => `\${NONE:-${name}}`,
  (name) => `"\${NONE-${name}}" x`,
  (name) => `V=([3]=${name}); \${V[3]}`,
  (name) => `V=${name}; W=V; \${!W}`,
  (name) => `read V <<<${name}; $V`,
  (name) => `printf -v V %s ${name}; $V`,
  (name) => `echo ${name} | cat | bash`,
  (name) => `fn() { shift; [ $# = 0 ] || { $1; fn "$@"; }; }; fn x ${name}`,
  (name) => `V=x; while [ $V = x ]; do V=${name}; done; $V`,
  (name) => `set -- true ${name}; while [ $# -gt 0 ]; do $1; shift; done`,
  (name) => `V=true; trap 'V=${name}' ERR; false; trap - ERR; $V`,
  (name) => `V='$(${name})'; : "\${V@P}"`,
  (name) => `V='W[$(${name})0]'; : $((V))`,
  (name) => `V='W[$(${name})0]'; [[ V -eq 0 ]]`,
  (name) => `V='W[$(${name})0]'; : \${V[V]}`,
  (name) => `V='W[$(${name})0]'; W[V]=1`,
  (name) => `V='W[$(${name})0]'; W=([V]=1)`,
  (name) => `declare -i V; V='W[$(${name})0]'`,
  (name) => `test -v 'W[$(${name})0]'`,
  (name) => `read 'W[$(${name})0]' <<<x`,
  (name) => `echo 'W[$(${name})0]' >f; : $(($(<f)))`,
  (name) => `hash -p $PWD/../bin/${name} zz; zz`,
  (name) => `BASH_CMDS[zz]=$PWD/../bin/${name}; zz`,
  (name) => `shopt -s expand_aliases; BASH_ALIASES[zz]=${name}\nzz`,
  (name) => `shopt -s expand_aliases; alias zz=''\nzz ${name}`,
  (name) => `shopt -s expand_aliases; alias zz='true ' yy='; ${name}'\nzz yy`,
  (name) => `V=true; printf -vV ${name}; $V`,
  (name) => `OPTARG=true; set -- -a${name}; getopts a: o; $OPTARG`,
  (name) => `declare -l V=Q${name.slice(1)}; $V`,
  (name) => `declare -n V=W; W=${name}; $V`,
  (name) => `declare 'V[0]=${name}'; $V`,
  (name) => `exec 3<<<${name}; sh <&3; exec 3<&-`,
  (name) => `source <(echo ${name})`,
  (name) => `. /dev/stdin <<<${name}`,
  (name) => `env V=${name} sh -c '$V'`,
  (name) => `echo ${name} | xargs -I% sh -c '% x'`,
  (name) => `{ false && echo 'cat <<E'; echo ${name}; echo E; } | sh`,
  (name) => `q{a..a..1}${name.slice(2)}`,
  (name) => `V=(true); V[0]=${name}; $V`,
  (name) => `select V in ${name}; do $V; break; done <<<1`,
  (name) => `V=xx${name}; \${V:2}`,
  (name) => `fn() { ${name}; }; export -f fn; bash -c fn`,
  (name) => `echo ${name} | while read V; do $V; done`,
  (name) => `echo ${name} | { read V; $V; }`,
];

function spelledBy(forms: readonly ((name: string) => string)[]): Text {
  return fc.tuple(stub, fc.constantFrom(...forms)).map(([name, spell]) => spell(name));
}

const spelled: Text = fc.oneof(
  { arbitrary: spelledBy(FORETOLD), weight: 19 },
  { arbitrary: spelledBy(UNKNOWABLE), weight: 1 },
);

/** Where a substitution may stand; `C` is the place of `$(…)`. */
const POSITIONS: readonly string[] = [
  ": C",
  ': "C"',
  ": a'b'C\"c\"",
  "V=C",
  "V=(1 C)",
  "V[C0]=1",
  ": >Cf",
  ": <<<C",
  ": $((C1))",
  ": $[C1]",
  "((C1))",
  ": ${NONE:-C}",
  ': "${NONE:-"C"}"',
  ": ${NONE:=C}",
  ": ${V#C}",
  ": ${V/C/x}",
  "V=abc; : ${V:C0:1}",
  "V=(1); : ${V[C0]}",
  "V=a; : ${V^^C}",
  "case x in Cx) ;; esac",
  "case C in *) ;; esac",
  "[[ xC == x ]]",
  '[ -n "C" ]',
  "for i in 1 C; do :; done",
  ": {a,C}",
  "export V=C",
  "declare V=C",
  'eval "C"',
  "C true",
  "true && : C",
  ": | : C",
  "A=C true",
  "sh -c 'C'",
  'sh -c ": C"',
  "fn() { : C; }; fn",
  "fn() { :; } >Cf; fn",
];

function substituted(list: Text, posix: Text): Text {
  const inner = fc.oneof(
    list.map((text) => `$(${ended(text)})`),
    list.map((text) => `"$(${ended(text)})"`.slice(1, -1)),
    spelled.filter((text) => !/[\\`]/.test(text)).map((text) => `\`${text}\``),
  );
  return fc.oneof(
    fc
      .tuple(fc.constantFrom(...POSITIONS), inner)
      .map(([where, text]) => where.replaceAll("'C'", quote(text)).replaceAll("C", () => text)),
    fc.tuple(fc.constantFrom("<", ">"), list).map(([sign, text]) => `: ${sign}(${ended(text)})`),
    inner.map((text) => hereDocument(": <<", `a ${text} b`, "bare")),
    posix.map((text) => hereDocument("sh <<", text, "quoted")),
    list.map((text) => hereDocument("bash <<", text, "quoted")),
    posix.map((text) => hereDocument("sh <<", text.replace(/[\\$`]/g, "\\$&"), "bare")),
    list.map((text) => hereDocument("cat << | bash", text, "quoted")),
    list.map((text) => `bash <<<${quote(text)}`),
    posix.map((text) => `echo ${quote(text)} | sh`),
  );
}

function compound(list: Text, posix: Text): Text {
  const two = fc.tuple(list, list);
  return fc.oneof(
    two.map(([a, b]) => `{ ${ended(a)}${ended(b)}}`),
    two.map(([a, b]) => `( ${ended(a)}${ended(b)})`),
    two.map(([a, b]) => `if ${ended(a)}then ${ended(b)}else ${ended(a)}fi`),
    two.map(([a, b]) => `for i in 1 2; do ${ended(a)}${ended(b)}done`),
    list.map((a) => `while ${ended(a)}do break; done`),
    list.map((a) => `until ${ended(a)}do break; done`),
    two.map(([a, b]) => `case x in y) ${ended(a)};; x|z) ${ended(b)};;& *) ${ended(a)}esac`),
    two.map(([a, b]) => `fn() { ${ended(a)}}; fn x; ${b}`),
    list.map((a) => `fn() { ${ended(a)}}; fn | cat`),
    two.map(([a, b]) => `{ ${ended(a)}} | { ${ended(b)}}`),
    two.map(([a, b]) => `{ ${ended(a)}} && { ${ended(b)}}`),
    two.map(([a, b]) => `{ ${ended(a)}} || { ${ended(b)}}`),
    list.map((a) => `{ ${ended(a)}} & wait`),
    list.map((a) => `eval ${quote(a)}`),
    list.map((a) => `bash -c ${quote(a)}`),
    posix.map((a) => `sh -c ${quote(a)}`),
    posix.map((a) => `env sh -ec ${quote(a)}`),
    posix.map((a) => `echo x | xargs sh -c ${quote(a)}`),
    list.map((a) => `(trap ${quote(a)} EXIT)`),
    list.map((a) => `coproc { ${ended(a)}}; wait`),
    list.map((a) => `time { ${ended(a)}}`),
  );
}

const JOINTS = ["; ", "\n", " && ", " || ", " | "] as const;

function join(parts: readonly string[], joint: string): string {
  // Only plain commands can be joined on one line with anything.
  const simple = parts.every((part) => /^[\w {}'"$-]*$/.test(part) && !/^\w+=/.test(part));
  return parts.join(simple ? joint : "\n");
}

/** Lines that a plain sh reads too. */
const posixList: Text = fc
  .array(
    fc
      .tuple(
        stub,
        fc.constantFrom(
          "NAME",
          "NAME x",
          "if NAME; then NAME; fi",
          "(NAME)",
          "{ NAME; }",
          ': "$(NAME)"',
          "V=NAME; $V",
          "NAME | cat",
          "f() { NAME; }; f",
        ),
      )
      .map(([name, form]) => form.replaceAll("NAME", name)),
    { minLength: 1, maxLength: 2 },
  )
  .map((parts) => parts.join("; "));

const { line } = fc.letrec<{ line: string; list: string }>((tie) => ({
  list: fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    { arbitrary: spelled, weight: 3 },
    { arbitrary: substituted(tie("list"), posixList), weight: 2 },
    { arbitrary: compound(tie("list"), posixList), weight: 2 },
  ),
  line: fc
    .tuple(fc.array(tie("list"), { minLength: 1, maxLength: 3 }), fc.constantFrom(...JOINTS))
    .map(([parts, joint]) => join(parts, joint)),
}));

export const shellLine: Text = line;
