/** What a session tells another one of the same user that starts: which folders it knows as guard's own. One text, then the end. */
import * as z from "zod/mini";

export const OWN_FOLDERS = z.strictObject({
  v: z.literal(1),
  session: z.string(),
  /** The mount namespace in which the folders have these names. */
  view: z.string(),
  /** What was done to one of them, or to a folder above, since that session began; null: nothing. */
  moved: z.nullable(z.strictObject({ path: z.string(), how: z.enum(["moved", "replaced"]) })),
  /** Path -> which folder it is, as device:number; `gone`: there was none. */
  folders: z.record(z.string(), z.string()),
});
export type OwnFoldersMessage = z.infer<typeof OWN_FOLDERS>;
