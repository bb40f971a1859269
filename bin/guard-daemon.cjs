/** The program that guard run starts for each session. */
require("./start.cjs").load("daemon.cjs").runDaemon();
