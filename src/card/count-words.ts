/** Counts and sizes as people say them. */
import type { Count } from "./count-below.ts";

/** 20,000: without the tables of all languages, which take milliseconds to load. */
export function grouped(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ",");
}

const UNITS = ["KB", "MB", "GB", "TB"] as const;

export function inBytes(bytes: number): string {
  let [size, unit] = [bytes, "B"];
  for (const next of UNITS) {
    // 999.95 KB would be said as 1000.0 KB.
    if (size < 999.95) break;
    [size, unit] = [size / 1000, next];
  }
  return unit === "B" ? `${size} B` : `${size.toFixed(1)} ${unit}`;
}

export function several(count: number, one: string): string {
  return `${grouped(count)} ${one}${count === 1 ? "" : "s"}`;
}

export function inFiles({ files, extent }: Count): string {
  switch (extent) {
    case "whole":
      return several(files, "file");
    case "stopped":
      return `more than ${several(files, "file")}`;
    case "gaps":
      return `at least ${several(files, "file")}`;
  }
}

export function anyOf(count: Count): string {
  if (count.extent !== "whole") return `any of ${inFiles(count)}`;
  return count.files === 1 ? "the 1 file" : `any of the ${inFiles(count)}`;
}

/** For a sentence that has no number. */
export function nothingCounted({ extent }: Count): string {
  switch (extent) {
    case "whole":
      return "it holds no files";
    case "stopped":
      return "there was no time to count its files";
    case "gaps":
      return "its files could not be counted";
  }
}

/** What stands behind the count, in brackets. */
export function remarkOn({ bytes, extent }: Count): string {
  const remarks = [
    ...(bytes === undefined ? [] : [inBytes(bytes)]),
    ...(extent === "gaps" ? ["a part of it could not be counted"] : []),
  ];
  return remarks.length === 0 ? "" : ` (${remarks.join("; ")})`;
}
