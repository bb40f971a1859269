/** Tests that run the real program see the machine's org policy; where there is one they say so and stand aside. */
import { existsSync } from "node:fs";

export const MACHINE_HAS_ORG_POLICY = existsSync("/etc/guard");
if (MACHINE_HAS_ORG_POLICY) {
  process.stdout.write("skipped: tests of the real program, because /etc/guard exists on this machine\n");
}
