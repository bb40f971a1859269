/** Four programs, each on its own: 250 small modules, or the 40 files that they would share, cost more than what they do. */
const programs = {
  main: "dist/cli/main.js",
  daemon: "dist/daemon/main.js",
  ask: "dist/ask/main.js",
  // The daemon's thread for what may wait.
  writer: "dist/audit/writer-thread.js",
};

export default Object.entries(programs).map(([name, file]) => ({
  input: { [name]: file },
  platform: "node",
  // A native addon finds its binary beside itself.
  external: [/^@lydell\//],
  output: {
    dir: "dist/app",
    // Node loads it twice as fast as modules, and V8's code cache (bin/start.cjs) needs plain scripts.
    format: "cjs",
    entryFileNames: "[name].cjs",
    chunkFileNames: `${name}-[name]-[hash].cjs`,
    minify: true,
  },
}));
