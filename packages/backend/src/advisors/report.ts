import { type Finding, levels } from "./advise.ts";
import type { Level } from "./check.ts";

const headings: Readonly<Record<Level, string>> = {
  ERROR: "Errors",
  WARN: "Warnings",
  INFO: "Suggestions",
};

/** Formats findings for people, by level and check. Each has the SQL that removes its cause. */
export function formatReport(findings: readonly Finding[]): string {
  if (findings.length === 0) return "No issues found.\n";
  return levels
    .map((level) => ({
      level,
      findingsOfLevel: findings.filter((finding) => finding.level === level),
    }))
    .filter(({ findingsOfLevel }) => findingsOfLevel.length > 0)
    .map(
      ({ level, findingsOfLevel }) =>
        `${headings[level]} (${findingsOfLevel.length})\n\n${formatByCheck(findingsOfLevel)}`,
    )
    .join("\n");
}

const formatByCheck = (findings: readonly Finding[]) =>
  [...Map.groupBy(findings, ({ name }) => name).values()].map(formatSection).join("\n");

function formatSection(findings: readonly Finding[]): string {
  const [firstFinding] = findings;
  if (!firstFinding) return "";
  const { title, name, description, remediation } = firstFinding;
  const head = `${title} (${name})\n${description}\n${remediation}\n`;
  return `${head}${findings.map(formatFinding).join("")}`;
}

function formatFinding({ detail, fix }: Finding): string {
  const lines = fix === null ? [] : fix.split("\n").map((line) => `    ${line}`.trimEnd());
  return `\n  ${[detail, ...lines].join("\n")}\n`;
}

/** Returns whether a finding is at least as serious as `minLevel`, a value of the command's option. */
export const isAtLeast = ({ level }: Finding, minLevel: "info" | "warn" | "error"): boolean =>
  levels.indexOf(level) <= levels.findIndex((name) => name.toLowerCase() === minLevel);

/** Returns whether a finding belongs to the category `type`, a value of the command's option. */
export const isOfType = (
  { categories: [category] }: Finding,
  type: "all" | "security" | "performance",
): boolean => type === "all" || category.toLowerCase() === type;
