/** Variables whose value is run by the same text, so that it is no secret: `TOKEN=shutdown; $TOKEN now`, `eval "$KEY"`. */

const RUN_BEHIND =
  "eval|exec|command|builtin|source|sudo|doas|env|nohup|time|nice|setsid|timeout|xargs|then|do|else|if|while|until|sh|bash|zsh|dash";
const RUN = new RegExp(
  `(?:^|[;&|(){}!\\n\`]|(?<![\\w-])(?:${RUN_BEHIND}|-\\w{0,8}c|\\.)(?=[ \\t]))[ \\t]*["']?\\$\\{?([A-Za-z_]\\w*)`,
  "g",
);

export function runNames(text: string): ReadonlySet<string> {
  const names = new Set<string>();
  if (!text.includes("$")) return names;
  for (const [, name = ""] of text.matchAll(RUN)) names.add(name);
  return names;
}
