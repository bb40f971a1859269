/**
 * Words in a command that pass themselves off as guard's, or as a person's yes. A program's own name is no claim: `guard
 * check x` is a command like others. The text is read as an eye reads it: look-alike letters, case and blanks do not help.
 */
import { type Flag, listExamples, showExample } from "./flag.ts";
import { readAsLatin } from "./look-alikes.ts";

const DID =
  "approved|allowed|verified|checked|cleared|vetted|confirmed|whitelisted|allowlisted|authori[sz]ed|reviewed|trusted";
const WHO = "user|human|person|admin|administrator|owner|operator|maintainer|security team|developer";

const CLAIMS: readonly RegExp[] = [
  // guard's own messages begin so.
  /(?:^|["'#>|;(]|echo |printf ) *\[?guard\]? ?[:>]/gm,
  new RegExp(`\\bguard (?:has |have |had |already )*(?:says|said|thinks|rated|marked|${DID})\\b`, "g"),
  new RegExp(`\\b(?:${DID}) (?:by|with|in|through) (?:the )?(?:guard|${WHO})\\b`, "g"),
  new RegExp(
    `\\b(?:${WHO}) (?:has |have |had |already )*(?:approved|authori[sz]ed|confirmed|agreed)\\b`,
    "g",
  ),
  new RegExp(`\\b(?:pre-?|already |previously )(?:${DID})\\b`, "g"),
  /\b(?:looks safe|safe to (?:run|allow|approve|accept)|please (?:approve|allow|accept|confirm)\b|(?:approve|allow|accept) this (?:command|request|question)\b|no need to (?:review|check|ask|read))/g,
  /\b(?:type|enter|press|hit) (?:confirm|enter|return|y|yes|a|once|allow)\b/g,
  /\bignore (?:all |any |the )*(?:previous|prior|above|earlier|warnings?)/g,
  // Rows of guard's own cards.
  /^ *(?:rows? )?\d+ (?:to \d+ )?of \d+\b/gm,
  /^ *(?:because|beware|risk|rule|instead) {2,}\S/gm,
  /^ *(?:end of command$|(?:allow|deny) +guard resolve )/gm,
];

export function flagClaims(text: string): Flag[] {
  const read = asRead(text);
  const found = CLAIMS.flatMap((claim) => read.match(claim) ?? []).map((one) => one.trim());
  if (found.length === 0) return [];
  const examples = listExamples(found.map((one) => `"${showExample(one.replace(/^["'#>|;(]\s*/, ""))}"`));
  return [
    {
      kind: "claim",
      text: `a comment or a quoted text claims to be guard's own words or a person's answer: ${examples}`,
    },
  ];
}

function asRead(text: string): string {
  return readAsLatin(text.replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Mn}]/gu, ""))
    .replace(/(?![\n ])[\s\p{Z}]/gu, " ")
    .toLowerCase();
}
