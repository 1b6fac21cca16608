import { createInterface } from "node:readline/promises";
import { type TemplateName, templates } from "./templates.ts";

/**
 * Asks the user for a template. Without a terminal, returns the first template.
 *
 * @param signal cancels the question
 */
export async function promptForTemplate(signal: AbortSignal): Promise<TemplateName> {
  const [defaultTemplate] = templates;
  if (!process.stdin.isTTY || !process.stdout.isTTY) return defaultTemplate.name;
  const choices = templates.map(({ title }, i) => `  ${i + 1}  ${title}\n`).join("");
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  // While a question is open, readline swallows Ctrl-C, so forward it as SIGINT.
  terminal.on("SIGINT", () => process.kill(process.pid, "SIGINT"));
  try {
    process.stdout.write(`\n${choices}\n`);
    for (;;) {
      const answer = (await terminal.question("Which template? (1) ", { signal })).trim() || "1";
      const template =
        templates[Number(answer) - 1] ?? templates.find(({ name }) => name === answer);
      if (template) return template.name;
      process.stdout.write(`Enter a number from 1 to ${templates.length}, or a name.\n`);
    }
  } finally {
    terminal.close();
  }
}
