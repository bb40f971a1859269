/** What vitest.config.ts and shared-folder.ts hand to tests (`inject`). */
import "vitest";

declare module "vitest" {
  export interface ProvidedContext {
    /** Of this run, for what made-once.ts makes. */
    sharedFolder: string;
    /** PATH as it is on this machine; tests have one without shims of version managers. */
    wholePath: string;
  }
}
