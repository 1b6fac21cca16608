import { createInterface } from "node:readline/promises";
import { type TemplateName, templates } from "./templates.ts";

/**
 * Asks for a template if there is a terminal; otherwise returns the first.
 *
 * @param signal cancels the question
 */
export async function askTemplate(signal: AbortSignal): Promise<TemplateName> {
  const [first] = templates;
  if (!process.stdin.isTTY || !process.stdout.isTTY) return first.name;
  const lines = templates.map(({ title }, i) => `  ${i + 1}  ${title}\n`).join("");
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  // While a question is open, readline swallows Ctrl-C, so forward it as SIGINT.
  terminal.on("SIGINT", () => process.kill(process.pid, "SIGINT"));
  try {
    process.stdout.write(`\n${lines}\n`);
    for (;;) {
      const answer = (await terminal.question("Which template? (1) ", { signal })).trim() || "1";
      const chosen = templates[Number(answer) - 1] ?? templates.find(({ name }) => name === answer);
      if (chosen) return chosen.name;
      process.stdout.write(`Enter a number from 1 to ${templates.length}, or a name.\n`);
    }
  } finally {
    terminal.close();
  }
}
