/** MCP servers, login helpers and what else an agent starts and talks to: over pipes, unix sockets and loopback. */
import { describeJobs, type Job } from "./confined-jobs.ts";

/** Answers `initialize` and `tools/list`, over stdio or over the unix socket that it is told. */
const SERVER = `
import { createServer } from "node:net";
import { createInterface } from "node:readline";
const answer = (text, out) => {
  const { id, method } = JSON.parse(text);
  const result = method === "initialize"
    ? { protocolVersion: "2025-06-18", capabilities: { tools: {} }, serverInfo: { name: "small", version: "1" } }
    : { tools: [{ name: "greet", inputSchema: { type: "object" } }] };
  out.write(JSON.stringify({ jsonrpc: "2.0", id, result }) + "\\n");
};
const [, , path] = process.argv;
if (path === undefined) createInterface({ input: process.stdin }).on("line", (text) => answer(text, process.stdout));
else createServer((socket) => createInterface({ input: socket }).on("line", (text) => answer(text, socket))).listen(path);
`;

/** The agent's side: starts the server, says hello and asks for its tools. */
const CLIENT = `
import json, socket, subprocess, sys, time
path = sys.argv[1] if len(sys.argv) > 1 else None
server = subprocess.Popen(["node", "server.mjs"] + ([path] if path else []), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
def reach():
    link = socket.socket(socket.AF_UNIX)
    while True:
        try:
            link.connect(path)
            return link.makefile("rw")
        except (FileNotFoundError, ConnectionRefusedError):
            if server.poll() is not None: raise
            time.sleep(0.02)
try:
    to, back = (server.stdin, server.stdout) if path is None else (reach(),) * 2
    for id, method in enumerate(["initialize", "tools/list"]):
        to.write(json.dumps({"jsonrpc": "2.0", "id": id, "method": method}) + "\\n")
        to.flush()
        print(json.loads(back.readline())["result"].get("tools", "hello"))
finally:
    server.terminate()
`;

/** The loopback dance of a login: a server for the answer, a browser that goes there. */
const LOGIN = `
import http.server, subprocess, sys, threading, webbrowser
opens = (lambda url: subprocess.run(["xdg-open", url])) if "xdg-open" in sys.argv else webbrowser.open
class Answer(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200); self.end_headers(); self.wfile.write(b"you may close this window")
        self.server.code = self.path
    def log_message(self, *words): pass
server = http.server.HTTPServer(("127.0.0.1", 0), Answer)
threading.Timer(0.1, lambda: opens(f"http://127.0.0.1:{server.server_port}/callback?code=42")).start()
server.handle_request()
print(server.code)
`;
const BROWSER = `#!/usr/bin/env python3
import sys, urllib.request
urllib.request.urlopen(sys.argv[1]).read()
`;

const files = { "server.mjs": SERVER, "client.py": CLIENT, "login.py": LOGIN, browser: BROWSER };
const TOOLS = /hello\n\[\{'name': 'greet'/;

const jobs: Readonly<Record<string, Job>> = {
  "an MCP server over stdio": { line: "python3 client.py", files, prints: TOOLS },
  "an MCP server on a socket in /tmp": {
    line: "python3 client.py /tmp/mcp-$$.sock; status=$?; rm -f /tmp/mcp-$$.sock; exit $status",
    files,
    prints: TOOLS,
  },
  "an MCP server on a socket in the runtime folder": {
    line: "python3 client.py {runtime}/mcp.sock",
    files,
    prints: TOOLS,
  },
  "an MCP server on an abstract socket": {
    line: `python3 -c "
import socket
s = socket.socket(socket.AF_UNIX); s.bind('\\0mcp-test'); s.listen()
c = socket.socket(socket.AF_UNIX); c.connect('\\0mcp-test'); c.send(b'hello')
print(s.accept()[0].recv(9).decode())"`,
    prints: "hello",
  },
  "a login by python's webbrowser with $BROWSER": {
    line: "python3 login.py",
    files,
    env: { BROWSER: "{here}/browser" },
    prints: "/callback?code=42",
  },
  "a login by xdg-open with $BROWSER": {
    line: "python3 login.py xdg-open",
    needs: "command -v xdg-open",
    files,
    env: { BROWSER: "{here}/browser" },
    prints: "/callback?code=42",
  },
};

describeJobs("what an agent talks to", jobs);
