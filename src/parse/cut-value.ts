/** Cutting a known ending or a folder off a known value, as everyday lines do. */
import type { ParameterOperation } from "unbash";
import type { Value } from "./scope.ts";

export function cutValue(value: Value, operation: ParameterOperation | undefined): Value | undefined {
  if (operation?.type !== "Remove" || value.some((piece) => piece.kind !== "text")) return undefined;
  const text = value.map((piece) => piece.text).join("");
  const pattern = operation.operand;
  const cut = pattern.parts
    ? cutAtSlash(text, operation.operator, pattern.text)
    : cutLiteral(text, operation.operator, pattern.value);
  return cut === undefined ? undefined : [{ kind: "text", text: cut }];
}

type Operator = "#" | "##" | "%" | "%%";

function cutLiteral(text: string, operator: Operator, pattern: string): string {
  if (operator.startsWith("#")) return text.startsWith(pattern) ? text.slice(pattern.length) : text;
  return text.endsWith(pattern) ? text.slice(0, text.length - pattern.length) : text;
}

function cutAtSlash(text: string, operator: Operator, pattern: string): string | undefined {
  if (operator === "##" && pattern === "*/") return text.slice(text.lastIndexOf("/") + 1);
  if (operator === "%" && pattern === "/*")
    return text.includes("/") ? text.slice(0, text.lastIndexOf("/")) : text;
  return undefined;
}
