/** The program that guard run starts for each session, with the session's folder as its argument. */
const start = require("./start.cjs");
const { existsSync, rmSync } = require("node:fs");

const folder = process.argv[2] ?? "";

/** Where guard makes such folders, and what it puts into them; anything else is not ours to remove. */
function isSessionFolder() {
  const isNamedSo = /^\/.*\/guard[^/]*\/[a-z0-9]{8}$/.test(folder) && !folder.includes("/../");
  return isNamedSo && ["agent", "control"].every((name) => existsSync(`${folder}/${name}`));
}

// When guard run is killed before it says `start`, its folder is nobody's but this program's. Without the socket there
// was no session yet: a folder that an agent still needs must stay, or its shells would find no hooks and run unasked.
process.on("exit", (status) => {
  if (status === 0 && isSessionFolder() && !existsSync(`${folder}/agent/agent.sock`))
    rmSync(folder, { recursive: true, force: true });
});

start.load("daemon.cjs").runDaemon();
