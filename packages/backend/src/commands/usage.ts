import type { Command, CommandOption } from "./command.ts";

/** The width of the smallest common terminal. */
const columns = 100;

/** Returns the text of `portico --help`. */
export function usage(commands: readonly Command[]): string {
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
export function usageOf({ name, parameters, summary, options, notes }: Command): string {
  const rows = Object.entries(options).map(([option, details]): [string, string] => [
    signature(option, details),
    details.help,
  ]);
  const call = ["portico", name, parameters, "[options]"].filter(Boolean).join(" ");
  return `${call}

${summary}

${table([...rows, ["--help", "print this help"]])}${notes === undefined ? "" : `\n${notes}`}`;
}

const signature = (name: string, { argument, short }: CommandOption) =>
  `${short === undefined ? "" : `-${short}, `}--${name}${argument === undefined ? "" : ` ${argument}`}`;

/** Aligns the second column. If the first column is too long, the second starts on a new line. */
function table(rows: readonly (readonly [string, string])[]): string {
  const width = 18;
  return rows
    .map(([first, second]) => {
      const lines = wrap(second, columns - width - 4);
      const head = first.length <= width ? `  ${first.padEnd(width)} ` : `  ${first}\n`;
      const indent = " ".repeat(width + 3);
      const [firstLine = "", ...rest] = lines;
      const start = first.length <= width ? firstLine : `${indent}${firstLine}`;
      return `${head}${[start, ...rest.map((line) => indent + line)].join("\n")}\n`;
    })
    .join("");
}

/** Breaks a text into lines at its spaces. */
function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const part of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + part.length <= width) {
      lines[lines.length - 1] = `${last} ${part}`;
    } else lines.push(part);
  }
  return lines;
}
