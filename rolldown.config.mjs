/** Three programs and what they share: 250 small modules cost more than what they do. */
export default {
  input: {
    main: "dist/cli/main.js",
    daemon: "dist/daemon/main.js",
    ask: "dist/ask/main.js",
  },
  platform: "node",
  // A native addon finds its binary beside itself.
  external: [/^@lydell\//],
  output: {
    dir: "dist/app",
    // Node loads it twice as fast as modules, and V8's code cache (bin/start.cjs) needs plain scripts.
    format: "cjs",
    entryFileNames: "[name].cjs",
    chunkFileNames: "[name]-[hash].cjs",
    minify: true,
  },
};
