/** The build's last step: runs a few checks, so that the code caches hold what a start needs. */
const { load, writeCaches } = require("./start.cjs");

// Plain ones: the second parser changes flags of V8, and a cache made under other flags is refused.
const LINES = ["ls -la", "git status && npm test", "rm -rf build; cat x | grep -v y > z"];

async function warm() {
  const { main } = load("main.cjs");
  for (const line of LINES) await main(["check", "--json", "--", line]);
  for (const command of ["run", "pending", "sessions"]) await main([command, "--help"]);
  load("daemon.cjs");
  load("ask.cjs");
  writeCaches();
  // The second parser's timers would keep the process.
  process.exit(0);
}

warm();
