import type { Command, CommandOption } from "./command.ts";

/** The width of the smallest common terminal. */
const maxColumns = 100;

/** Returns the text of `portico --help`. */
export function formatUsage(commands: readonly Command[]): string {
  const rows = commands.map(({ name, parameters, summary }): [string, string] => [
    parameters === undefined ? name : `${name} ${parameters}`,
    summary,
  ]);
  return `portico runs a Supabase project folder, without Docker or an account.

${table(rows)}
portico COMMAND --help lists the options of a command. portico --version prints the version.
`;
}

/** Returns the text of `portico COMMAND --help`. */
export function formatCommandUsage({ name, parameters, summary, options, notes }: Command): string {
  const rows = Object.entries(options).map(([option, optionDetails]): [string, string] => [
    formatOption(option, optionDetails),
    optionDetails.help,
  ]);
  const usageLine = ["portico", name, parameters, "[options]"].filter(Boolean).join(" ");
  return `${usageLine}

${summary}

${table([...rows, ["--help", "print this help"]])}${notes === undefined ? "" : `\n${notes}`}`;
}

const formatOption = (name: string, { argument, short }: CommandOption) =>
  `${short === undefined ? "" : `-${short}, `}--${name}${argument === undefined ? "" : ` ${argument}`}`;

/** Aligns the second column. If the first column is too long, the second starts on a new line. */
function table(rows: readonly (readonly [string, string])[]): string {
  const width = 18;
  return rows
    .map(([term, description]) => {
      const lines = wrapText(description, maxColumns - width - 4);
      const termText = term.length <= width ? `  ${term.padEnd(width)} ` : `  ${term}\n`;
      const indent = " ".repeat(width + 3);
      const [firstLine = "", ...otherLines] = lines;
      const firstText = term.length <= width ? firstLine : `${indent}${firstLine}`;
      return `${termText}${[firstText, ...otherLines.map((line) => indent + line)].join("\n")}\n`;
    })
    .join("");
}

/** Breaks a text into lines at its spaces. */
function wrapText(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const part of text.split(" ")) {
    const lastLine = lines.at(-1);
    if (lastLine !== undefined && lastLine.length + 1 + part.length <= width) {
      lines[lines.length - 1] = `${lastLine} ${part}`;
    } else lines.push(part);
  }
  return lines;
}
