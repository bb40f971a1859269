/** Who answers: a card over the agent's screen, a console in a split of tmux, whoever comes, nobody. Apart: zod is not loaded for it. */
export const CONSOLES = ["auto", "inline", "tmux", "wait", "none"] as const;
export type Console = (typeof CONSOLES)[number];
