/**
 * What people are shown holds no tokens: a screen is shared, recorded and scrolled back. Only what is certain by its format is
 * hidden where somebody approves; what policy files add is for what is kept, because a repository could hide a command by it.
 */
import { createRedactor } from "../redact/redactor.ts";

export const onScreen = createRedactor([]);
