/** Aliases of the line, and what cannot be said about them. */
import { runRows } from "./run-rows.ts";

runRows("aliases", [
  {
    name: "An alias stands for its text",
    line: "alias x='rm -r'\nx y",
    shows: ['alias "x=rm -r"', "rm -r y  below: alias x", "x y"],
  },
  {
    name: "An alias may stand for another",
    line: "alias a=b b='rm x'\na",
    shows: ['alias a=b "b=rm x"', "rm x  below: alias a › alias b", "b  below: alias a", "a"],
  },
  {
    name: "An alias may name itself",
    line: "alias ls='ls -l'\nls x",
    shows: ['alias "ls=ls -l"', "ls -l x  below: alias ls", "ls x"],
  },
  {
    name: "An alias may hold several commands",
    line: "alias x='a; b'\nx c",
    shows: ['alias "x=a; b"', "a  below: alias x", "b c  below: alias x", "x c"],
  },
  {
    name: "An alias of unknown text is doubtful",
    line: 'alias x="$y"\nx',
    shows: ["alias x=⟨$y⟩", "x", "doubt unknown-text: the alias x stands for text that cannot be known"],
  },
  {
    name: "An alias that ends in a blank is doubtful",
    line: "alias x='sudo '\nx y",
    shows: [
      'alias "x=sudo "',
      "sudo y  below: alias x",
      "x y",
      "doubt unknown-text: the alias x changes how the words after it are read",
    ],
  },
  {
    name: "An alias for nothing is doubtful",
    line: "alias x=''\nx rm y",
    shows: ["alias x=", "x rm y", "doubt unknown-text: the alias x changes how the words after it are read"],
  },
  {
    name: "An alias for a keyword is doubtful",
    line: "alias x=time\nx rm y",
    shows: [
      "alias x=time",
      "x rm y",
      "doubt unknown-text: the alias x changes how the words after it are read",
    ],
  },
  {
    name: "An alias for half a command is doubtful",
    line: "alias x='if a; then'\nx",
    shows: [
      'alias "x=if a; then"',
      "x",
      "doubt unknown-text: alias x: is not valid shell text",
      "doubt unknown-text: the alias x changes how the words after it are read",
    ],
  },
  {
    name: "An alias whose name is unknown is doubtful",
    line: "alias $x",
    shows: ["alias ⟨$x…⟩", "doubt redefinition: an alias is defined that cannot be known"],
  },
  {
    name: "The table of aliases is an alias definition",
    line: "BASH_ALIASES[ls]='rm x'",
    shows: [
      "BASH_ALIASES=⟨$BASH_ALIASES⟩",
      "doubt redefinition: BASH_ALIASES makes a name stand for something else",
    ],
  },
  {
    name: "The table of hashed programs redefines a name",
    line: "BASH_CMDS[ls]=/bin/rm",
    shows: ["BASH_CMDS=⟨$BASH_CMDS⟩", "doubt redefinition: BASH_CMDS makes a name stand for something else"],
  },
]);
