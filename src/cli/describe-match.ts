/** What a saved rule matches, as a person would say it. */
import { quoteArgv } from "../decide/argv.ts";
import type { ApprovedMatch } from "../policy/approved-rules.ts";

/** One text for each way to match. */
export function describeMatch(match: ApprovedMatch): string[] {
  if (typeof match === "string") return [match];
  if (Array.isArray(match)) return match;
  const { program, args, exactly, flags, under, ...rest } = match;
  const programs = many(program).join(" or ") || "any program";
  const words = exactly ? [programs, quoteArgv(exactly)] : [programs, ...(args ?? []), ...(flags ?? []), "…"];
  const more = Object.entries(rest).map(([field, value]) => `${field} ${many(value).join(" or ")}`);
  return [
    [
      words.filter((word) => word !== "").join(" "),
      ...(exactly ? ["exactly"] : []),
      ...more,
      ...(under === undefined ? [] : [`in ${many(under).join(" or ")} and below`]),
    ].join(", "),
  ];
}

function many(value: string | readonly string[] | undefined): readonly string[] {
  return value === undefined ? [] : typeof value === "string" ? [value] : value;
}
