/** Servers on the same machine: loopback, names, databases by socket; inside of the session, and outside of it. */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { until } from "../helpers/until.ts";
import { GUARD } from "../launcher/guard-run.ts";
import { describeJobs, type Job } from "./confined-jobs.ts";
import { Person } from "./confined-person.ts";
import { cannotRun, openSession, PEOPLE, quote } from "./confined-session.ts";

const PYTHON_UDP = `
import socket
server = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); server.bind(("127.0.0.1", 0))
client = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); client.connect(server.getsockname()); client.send(b"one")
client.sendto(b"two", server.getsockname())
print(server.recv(9).decode(), server.recv(9).decode())
`;

/** Many at once, blocking and not: each connection is looked at, none may be lost. */
const PYTHON_MANY = `
import asyncio
async def main():
    async def serve(reader, writer):
        writer.write(await reader.readline()); await writer.drain(); writer.close()
    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    unix = await asyncio.start_unix_server(serve, "{here}/many.sock")
    async def ask(number):
        opened = asyncio.open_connection(*server.sockets[0].getsockname()) if number % 2 else asyncio.open_unix_connection("{here}/many.sock")
        reader, writer = await opened
        writer.write(b"%d\\n" % number); await writer.drain()
        return int(await reader.readline())
    print(sum(await asyncio.gather(*map(ask, range(200)))))
asyncio.run(main())
`;

const PYTHON_KINDS = `
import os, socket
a, b = socket.socketpair(); a.send(b"pair"); print(b.recv(9).decode())
os.chdir("{here}")
s = socket.socket(socket.AF_UNIX); s.bind("relative.sock"); s.listen()
c = socket.socket(socket.AF_UNIX); c.connect("relative.sock"); c.send(b"relative"); print(s.accept()[0].recv(9).decode())
d, e = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM); d.send(b"data"); d.send(b"grams"); print(e.recv(9).decode(), e.recv(9).decode())
for name, error in (("nobody.sock", FileNotFoundError), ("kinds.py", ConnectionRefusedError)):
    try: socket.socket(socket.AF_UNIX).connect(name)
    except error: print("as ever")
t = socket.socket(); t.settimeout(1)
try: t.connect(("127.0.0.1", 1))
except ConnectionRefusedError: print("refused")
`;

const jobs: Readonly<Record<string, Job>> = {
  "a name is looked up": { line: "getent hosts localhost", prints: /localhost/ },
  "a name that is not there is not there": {
    line: "python3 -c 'import socket; socket.getaddrinfo(\"no-such-host.invalid\", 80)'",
    status: 1,
  },
  "users are looked up": { line: "getent passwd $(id -u) && id -un", prints: /\/home:\/bin\/bash/ },
  "an HTTP server on loopback": {
    line: "python3 -u -m http.server -b 127.0.0.1 0 > log 2>&1 & server=$!; until grep -q port log; do :; done; port=$(sed 's/.*port \\([0-9]*\\).*/\\1/' log); python3 -c \"import urllib.request; print(urllib.request.urlopen('http://127.0.0.1:$port/hello').read().decode())\"; kill $server",
    files: { hello: "hello" },
    prints: "hello",
  },
  "datagrams on loopback": { line: "python3 udp.py", files: { "udp.py": PYTHON_UDP }, prints: "one two" },
  "200 connections at once": { line: "python3 many.py", files: { "many.py": PYTHON_MANY }, prints: "19900" },
  "a node of the agent's own is debugged (port 9229)": {
    line: "node --inspect=127.42.0.1:9229 -e 'setTimeout(() => 0, 20000)' 2> log & until grep -q listening log; do sleep 0.1; done; python3 -c 'import json, urllib.request as u; print(json.load(u.urlopen(\"http://127.42.0.1:9229/json/version\"))[\"Protocol-Version\"])'; kill %1",
    prints: "1.1",
  },
  "a browser of the agent's own is asked (port 9222)": {
    line: "python3 -m http.server --bind 127.42.0.2 9222 2> /dev/null & until python3 -c 'import urllib.request as u; print(u.urlopen(\"http://127.42.0.2:9222/hello\").read().decode())' 2> /dev/null; do sleep 0.1; done; kill %1",
    files: { hello: "hello" },
    prints: "hello",
  },
  "sockets of all kinds": {
    line: "python3 kinds.py",
    files: { "kinds.py": PYTHON_KINDS },
    prints: "pair\nrelative\ndata grams\nas ever\nas ever\nrefused",
  },
  "a postgres of the agent's own, by its socket": {
    needs: "command -v initdb && test $(id -u) != 0",
    lacks: "postgres for a user who is not root",
    line: "initdb -D db > /dev/null && pg_ctl -D db -w -l log -o \"-k {here} -c listen_addresses=''\" start > /dev/null && psql -h {here} -d postgres -Atc 'select 6 * 7'; status=$?; pg_ctl -D db stop > /dev/null; exit $status",
    prints: "42",
  },
  "docker says that it cannot reach its daemon": {
    needs: "command -v docker",
    line: "docker ps 2>&1 | head -n 1",
    prints: /docker/i,
  },
};

describeJobs("servers", jobs);

/** Says hello to whoever comes. */
const OUTSIDE = `
import socket, sys
server = socket.socket(socket.AF_UNIX); server.bind(sys.argv[1]); server.listen()
while True: server.accept()[0].sendall(b"hello from outside")
`;
const CALL = `
import socket, sys
client = socket.socket(socket.AF_UNIX)
try:
    client.connect(sys.argv[1]); print(client.recv(99).decode())
except OSError as error: print(error.strerror)
`;

describe.skipIf(cannotRun).each(PEOPLE)("a server that nobody knows, outside, as %s", (who) => {
  let person: Person;
  let socket: string;
  beforeAll(async () => {
    person = await Person.open(who);
    socket = join(person.root, "outside.sock");
    person.serve(["python3", "-c", OUTSIDE, socket]);
    await until("the server", () => (existsSync(socket) ? true : undefined));
  });
  afterAll(() => person.leave());
  const call = () => `python3 -c ${quote(CALL)} ${socket}`;

  test("is not reached, and guard sessions says how it would be", async () => {
    const session = openSession(person);
    const { ran } = await session.does(call());
    expect(ran, ran.stderr).toMatchObject({ status: 0, stdout: "Permission denied\n" });
    const details = session.session.records.map((record) => record["details"]);
    expect(details).toContainEqual(expect.objectContaining({ rule: "guard.reach", name: socket }));
    expect(person.tries(`${GUARD} sessions`).stdout).toContain(`--reveal ${socket}`);
  });

  test("is reached where the person reveals it", async () => {
    const session = openSession(person, { options: ["--reveal", socket] });
    const { ran } = await session.does(call());
    expect(ran, ran.stderr).toMatchObject({ status: 0, stdout: "hello from outside\n" });
  });
});

const DATAGRAMS = `
import socket
try:
    server = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM); server.bind("own.sock")
    client = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM); client.sendto(b"one", "own.sock"); client.connect("own.sock"); client.send(b"two")
    print(server.recv(9).decode(), server.recv(9).decode())
except OSError as error: print(error.strerror)
`;

describe.skipIf(cannotRun).each(PEOPLE)("unix sockets for datagrams, as %s", (who) => {
  let person: Person;
  beforeAll(async () => {
    person = await Person.open(who);
  });
  afterAll(() => person.leave());
  const talk = `python3 -c ${quote(DATAGRAMS)}`;

  test("are refused, and guard sessions says how they are opened", async () => {
    const { ran } = await openSession(person).does(talk);
    expect(ran, ran.stderr).toMatchObject({ status: 0, stdout: "Permission denied\n" });
    const told = person.tries(`${GUARD} sessions`).stdout.replace(/\s+/g, " ");
    expect(told).toMatch(/python3\S* was refused a unix socket for datagrams, which sends to any server/);
    expect(told).toContain("guard run --reveal unix-datagrams opens them");
  });

  test("work where the person reveals them", async () => {
    const { ran } = await openSession(person, { options: ["--reveal", "unix-datagrams"] }).does(talk);
    expect(ran, ran.stderr).toMatchObject({ status: 0, stdout: "one two\n" });
  });
});

/** Says hello to whoever comes, at an address of its own. */
const DEBUGGER = `
import socket, sys
server = socket.create_server((sys.argv[1], 9229)); open(sys.argv[2], "w").close()
while True: server.accept()[0].sendall(b"hello from outside")
`;
const ATTACH = `
import socket, sys
try: print(socket.create_connection((sys.argv[1], 9229)).recv(99).decode())
except OSError as error: print(error.strerror)
`;

describe.skipIf(cannotRun).each(PEOPLE)("a debugger outside, by TCP, as %s", (who) => {
  let person: Person;
  const address = `127.43.${PEOPLE.indexOf(who)}.1`;
  beforeAll(async () => {
    person = await Person.open(who);
    const there = join(person.root, "listens");
    person.serve(["python3", "-c", DEBUGGER, address, there]);
    await until("the server", () => (existsSync(there) ? true : undefined));
  });
  afterAll(() => person.leave());
  const attach = `python3 -c ${quote(ATTACH)} ${address}`;

  test("is not reached, and guard sessions says how it would be", async () => {
    const { ran } = await openSession(person).does(attach);
    expect(ran, ran.stderr).toMatchObject({ status: 0, stdout: "Permission denied\n" });
    const told = person.tries(`${GUARD} sessions`).stdout.replace(/\s+/g, " ");
    expect(told).toContain("guard run --reveal tcp:9229 opens it");
  });

  test("is reached where the person reveals it", async () => {
    const { ran } = await openSession(person, { options: ["--reveal", "tcp:9229"] }).does(attach);
    expect(ran, ran.stderr).toMatchObject({ status: 0, stdout: "hello from outside\n" });
  });
});
