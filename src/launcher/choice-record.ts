/** The form of a remembered choice. */
import * as z from "zod/mini";

export const CHOICE = z.strictObject({
  v: z.literal(1),
  project: z.string(),
  /** None: never here. */
  profiles: z.array(z.string()),
  at: z.string(),
});
