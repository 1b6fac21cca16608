import { type Finding, levels } from "./advise.ts";
import type { Level } from "./check.ts";

const headings: Readonly<Record<Level, string>> = {
  ERROR: "Errors",
  WARN: "Warnings",
  INFO: "Suggestions",
};

/** Formats findings for people, by level and check. Each has the SQL that removes its cause. */
export function report(findings: readonly Finding[]): string {
  if (findings.length === 0) return "No issues found.\n";
  return levels
    .map((level) => ({ level, found: findings.filter((finding) => finding.level === level) }))
    .filter(({ found }) => found.length > 0)
    .map(({ level, found }) => `${headings[level]} (${found.length})\n\n${byCheck(found)}`)
    .join("\n");
}

const byCheck = (findings: readonly Finding[]) =>
  [...Map.groupBy(findings, ({ name }) => name).values()].map(section).join("\n");

function section(findings: readonly Finding[]): string {
  const [first] = findings;
  if (!first) return "";
  const head = `${first.title} (${first.name})\n${first.description}\n${first.remediation}\n`;
  return `${head}${findings.map(entry).join("")}`;
}

function entry({ detail, fix }: Finding): string {
  const lines = fix === null ? [] : fix.split("\n").map((line) => `    ${line}`.trimEnd());
  return `\n  ${[detail, ...lines].join("\n")}\n`;
}

/** Returns whether a finding has at least this level. The level is written as in the command's options. */
export const isAtLeast = ({ level }: Finding, lowest: "info" | "warn" | "error"): boolean =>
  levels.indexOf(level) <= levels.findIndex((each) => each.toLowerCase() === lowest);

/** Returns whether a finding belongs to a category. The category is written as in the command's options. */
export const isOfType = (
  { categories: [category] }: Finding,
  type: "all" | "security" | "performance",
): boolean => type === "all" || category.toLowerCase() === type;
