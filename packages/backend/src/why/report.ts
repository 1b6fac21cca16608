import type { EvaluatedClause, EvaluatedPolicy, ExplainedRow, Explanation } from "./explanation.ts";
import { describeSubselect, formatTruth } from "./reason-texts.ts";

/** The width of the smallest common terminal. */
const columns = 80;

/** The maximum number of rows in the text. The JSON contains all rows. */
const maxRows = 3;

/** Formats an explanation for people. The first line is the verdict. */
export function formatReport(explanation: Explanation): string {
  const { verdict, request, caller, details, remedies, rows, policies, notes } = explanation;
  const facts = [
    wrapText(`Request  ${request}`, 9),
    wrapText(`As       ${caller.name}, role ${caller.role}${claimsOf(caller.claims)}`, 9),
  ];
  const sections = [
    [wrapText(verdict)],
    facts,
    section("What decides", details.map(formatListItem)),
    ...rows.slice(0, maxRows).map((row) => reportRow(row, caller.role)),
    rows.length > maxRows ? [`${rows.length - maxRows} more rows: --output json`] : [],
    section(
      "Policies of the tables",
      policies.map((policy) =>
        formatListItem(
          `"${policy.name}" on ${policy.table}: ${policy.isPermissive ? "permissive" : "restrictive"}, ${policy.command}, to ${policy.roles.join(", ")}${policy.applies ? "" : ` (not for ${caller.role})`}`,
        ),
      ),
    ),
    section("What would change the answer", remedies.map(formatListItem)),
    section("Not found out", notes.map(formatListItem)),
  ];
  return sections
    .filter((lines) => lines.length > 0)
    .map((lines) => `${lines.join("\n")}\n`)
    .join("\n");
}

const section = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : [title, ...lines];

const formatListItem = (text: string) => wrapText(`  - ${text}`, 4);

/** Returns the claims that policies read most often. The JSON contains all claims. */
function claimsOf(claims: Readonly<Record<string, unknown>>): string {
  const common = ["sub", "aal"].flatMap((name) =>
    typeof claims[name] === "string" ? [`${name} ${claims[name]}`] : [],
  );
  return common.length === 0 ? "" : `, ${common.join(", ")}`;
}

function reportRow({ table, row, isNew, policies }: ExplainedRow, role: string): readonly string[] {
  const values = Object.entries(row)
    .slice(0, 6)
    .map(([name, value]) => `${name}=${typeof value === "object" ? JSON.stringify(value) : value}`);
  return [
    wrapText(`${isNew ? "New row" : "Row"} of ${table}: ${values.join(", ")}`, 2),
    ...policies.flatMap((policy) => reportPolicy(policy, role)),
  ];
}

function reportPolicy(policy: EvaluatedPolicy, role: string): readonly string[] {
  const kind = policy.isPermissive ? "" : "restrictive ";
  const value = policy.error ? `fails: ${policy.error}` : formatTruth(policy.value);
  return [
    wrapText(`  ${kind}${policy.command} policy "${policy.policy}", ${policy.part}: ${value}`, 4),
    ...reportClause(policy.clause, role, 4),
  ];
}

function reportClause(clause: EvaluatedClause, role: string, indent: number): readonly string[] {
  const blanks = " ".repeat(indent);
  if (clause.kind !== "leaf") {
    return [
      `${blanks}${clause.kind}: ${formatTruth(clause.value)}`,
      ...clause.members.flatMap((member) => reportClause(member, role, indent + 2)),
    ];
  }
  const { text, value, error, operands, subselects } = clause;
  return [
    wrapText(`${blanks}${text} → ${error ? `fails: ${error}` : formatTruth(value)}`, indent + 2),
    ...operands.map((operand) =>
      wrapText(`${blanks}  ${operand.text} is ${operand.value ?? "null"}`, indent + 4),
    ),
    ...subselects.map((subselect) =>
      wrapText(`${blanks}  ${describeSubselect(subselect, role)}`, indent + 4),
    ),
  ];
}

/** Breaks a text at its spaces. Removes control characters, so that values of rows cannot control the terminal. */
function wrapText(text: string, indent = 0): string {
  const start = /^ */.exec(text)?.[0] ?? "";
  const lines: string[] = [];
  let line = start;
  for (const part of printable(text.trim()).split(" ")) {
    const isEmpty = line.trim() === "";
    if (!isEmpty && line.length + 1 + part.length > columns) {
      lines.push(line);
      line = " ".repeat(indent) + part;
    } else line = isEmpty ? line + part : `${line} ${part}`;
  }
  return [...lines, line].join("\n");
}

const printable = (text: string) =>
  text
    .replace(/\s+/g, (blanks) => (/^ +$/.test(blanks) ? blanks : " "))
    .replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, "\ufffd");
