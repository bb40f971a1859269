/** A tilde is a folder where the shell makes it one, known or not. */
import { runRows } from "./run-rows.ts";

runRows("tildes", [
  {
    name: "A plus is the folder",
    line: "rm -r ~+; ls ~+/x",
    shows: ["rm -r /w", "ls /w/x"],
  },
  {
    name: "A plus follows cd",
    line: "cd /tmp && ls ~+/x",
    shows: ["cd /tmp", "ls /tmp/x  in: /tmp"],
  },
  {
    name: "A plus is one of several folders",
    line: "cd sub; ls ~+/x",
    shows: ["cd sub", "ls ⟨~+⟩/x  in: /w/sub, /w"],
  },
  {
    name: "A plus follows the variable",
    line: "PWD=/etc; cat ~+/x",
    shows: ["PWD=/etc", "cat /etc/x"],
  },
  {
    name: "A plus after a cd that may have failed is not known",
    line: "PWD=/etc; cd /tmp; cat ~+/x $PWD",
    shows: ["PWD=/etc", "cd /tmp", "cat ⟨$PWD⟩/x ⟨$PWD…⟩  in: /tmp, /w"],
  },
  {
    name: "A tilde alone follows HOME",
    line: "HOME=/etc; cat ~/x; cd; a",
    shows: ["HOME=/etc", "cat /etc/x", "cd", "a  in: /etc, /w"],
  },
  {
    name: "A HOME that is not known makes it unknown",
    line: "HOME=$H; cat ~/x; cd && a",
    shows: ["HOME=⟨$H⟩", "cat ⟨$H⟩/x", "cd", "a  in: ?"],
  },
  {
    name: "A HOME that may be several makes it unknown",
    line: "if a; then HOME=/etc; fi; cat ~/x",
    shows: ["a  below: if", "HOME=/etc  below: if", "cat ⟨$HOME⟩/x"],
  },
  {
    name: "A minus is the folder before",
    line: "cat ~-/x",
    shows: ["cat ⟨~-⟩/x"],
  },
  {
    name: "A minus follows the variable",
    line: "OLDPWD=/etc; cat ~-/x",
    shows: ["OLDPWD=/etc", "cat /etc/x"],
  },
  {
    name: "A minus after cd is not known",
    line: "OLDPWD=/etc; cd /tmp; cat ~-/x",
    shows: ["OLDPWD=/etc", "cd /tmp", "cat ⟨$OLDPWD⟩/x  in: /tmp, /w"],
  },
  {
    name: "A number is a folder of the stack",
    line: "cat ~1/x ~+2/x ~-0",
    shows: ["cat ⟨~1⟩/x ⟨~+2⟩/x ⟨~-0⟩"],
  },
  {
    name: "A name before a slash is one",
    line: "cat ~bob/x ~sync/../etc/x",
    shows: ["cat ⟨~bob⟩/x ⟨~sync⟩/../etc/x"],
  },
  {
    name: "A name in quotes is none",
    line: 'cat ~"root"/x ~ro\\ot/x',
    shows: ["cat ~root/x ~root/x"],
  },
  {
    name: "A name in a variable is none",
    line: "x=root; cat ~$x/y",
    shows: ["x=root", "cat ~root/y"],
  },
  {
    name: "A blank after it does no harm",
    line: "cat ~/a\\ b ~/'c d'",
    shows: ['cat "/home/u/a b" "/home/u/c d"'],
  },
  {
    name: "Braces come before it",
    line: "cat {~,/x}/y ~{root,u}/z",
    shows: ["cat /home/u/y /x/y /root/z /home/u/z"],
  },
  {
    name: "An assignment has one after every colon",
    line: "X=~/a:~root/b:c~; cat ${X%:c~}",
    shows: ["X=/home/u/a:/root/b:c~", "cat /home/u/a:/root/b"],
  },
  {
    name: "A word like an assignment has them too",
    line: "a if=~root/x:~/y --f=~/z --g=~root",
    shows: ["a if=/root/x:/home/u/y --f=/home/u/z --g=~root"],
  },
]);

runRows(
  "tildes in zsh",
  [
    {
      name: "A name may be a variable",
      line: "x=/etc; cat ~x/y",
      shows: ["x=/etc", "cat ⟨~x⟩/y"],
    },
    {
      name: "A user's name may be a variable too",
      line: "root=/etc; cat ~root/y",
      shows: ["root=/etc", "cat ⟨~root⟩/y"],
    },
    {
      name: "The user's name is known otherwise",
      line: "cat ~root/y ~/z",
      shows: ["cat /root/y /home/u/z"],
    },
    {
      name: "A name may come from a variable",
      line: "x=root; cat ~$x/y",
      shows: ["x=root", "cat ⟨~⟩root/y"],
    },
    {
      name: "A folder may be given a name",
      line: "hash -d q=/etc; cat ~q/y",
      shows: [
        "hash -d q=/etc",
        "cat ⟨~q⟩/y",
        "doubt redefinition: hash makes a name stand for something else",
      ],
    },
    {
      name: "A table of folders is a setting",
      line: "nameddirs[q]=/etc",
      shows: [
        "nameddirs=⟨$nameddirs⟩",
        "doubt redefinition: nameddirs makes a name stand for something else",
      ],
    },
  ],
  "zsh",
);
