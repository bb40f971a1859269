/** Tests that run the real program see the machine's org policy; where there is one they say so and stand aside. */
import { existsSync } from "node:fs";

/** An empty folder is none: a session of root's makes it, so that nothing below can. */
export const MACHINE_HAS_ORG_POLICY = ["policy.yaml", "policy.d"].some((name) =>
  existsSync(`/etc/guard/${name}`),
);
if (MACHINE_HAS_ORG_POLICY) {
  process.stdout.write(
    "skipped: tests of the real program, because /etc/guard holds a policy of this machine\n",
  );
}
