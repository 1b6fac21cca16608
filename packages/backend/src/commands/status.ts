import { readStatus } from "../control/running-server.ts";
import { UsageError } from "../usage-error.ts";
import { defineCommand } from "./command.ts";
import { dataOption, projectOption, readProject, readStoredDatabase } from "./options.ts";
import { asJson, asTable, readFormat } from "./output.ts";
import { print } from "./print.ts";

export const statusCommand = defineCommand({
  name: "status",
  summary: "Show the addresses and keys of the running server",
  options: {
    ...projectOption,
    ...dataOption,
    output: {
      type: "string",
      short: "o",
      argument: "FORMAT",
      help: "text, env for a .env file, or json (default: text)",
    },
  },
  async run({ values }) {
    const format = readFormat(values.output, ["text", "env", "json"]);
    const directory = embeddedDirectory("status", values);
    const status = await readStatus(directory);
    if (!status) {
      throw new UsageError(`No server runs on ${directory}. To start one: portico start`);
    }
    const { variables, ...server } = status;
    if (format === "json") return print(asJson(variables));
    if (format === "env") return print(asEnvironment(variables));
    print(
      `${server.project}, process ${server.pid}, since ${server.startedAt}\n\n${asTable(Object.entries(variables))}`,
    );
  },
});

/** Formats variables for a `.env` file, like the Supabase CLI. */
const asEnvironment = (variables: Readonly<Record<string, string>>) =>
  Object.entries(variables)
    .map(([name, value]) => `${name}=${JSON.stringify(value)}\n`)
    .join("");

/** Returns the data directory of a command that works on a running server with an embedded database. */
export function embeddedDirectory(
  command: string,
  values: { readonly project: string | undefined; readonly data: string | undefined },
): string {
  const database = readStoredDatabase(values.data, readProject(values.project).project);
  if ("directory" in database) return database.directory;
  throw new UsageError(
    `portico ${command} is for the embedded database. DATABASE_URL names a server: unset it first.`,
  );
}
