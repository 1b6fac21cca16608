import { writeFile } from "node:fs/promises";
import { UsageError } from "../../usage-error.ts";
import { withDatabaseUrl } from "../project-database/database-url.ts";
import { defineCommand } from "../terminal/command.ts";
import { dataOption, projectOption, readProject, readStoredDatabase } from "../terminal/options.ts";
import { print } from "../terminal/print.ts";

export const dbDumpCommand = defineCommand({
  name: "db dump",
  summary: "Print the schema, the rows, or the roles of the database as SQL",
  options: {
    ...projectOption,
    ...dataOption,
    file: { type: "string", short: "f", argument: "FILE", help: "write to a file" },
    "data-only": { type: "boolean", help: "dump rows, accounts included, instead of the schema" },
    "role-only": { type: "boolean", help: "dump the project's roles instead of the schema" },
    schema: {
      type: "string",
      short: "s",
      argument: "NAMES",
      help: "the schemas, separated by commas (default: all that the platform does not manage)",
    },
  },
  async run({ values }) {
    const { file, schema } = values;
    const content = readContent(values["data-only"], values["role-only"]);
    if (schema !== undefined && content === "roles") {
      throw new UsageError("Roles have no schema: use either --role-only or --schema.");
    }
    const { project } = readProject(values.project);
    const location = readStoredDatabase(values.data, project);
    const { dumpDatabase } = await import("../../transfer/database-dump.ts");
    const dump = await withDatabaseUrl(location, (url) =>
      dumpDatabase(url, {
        content,
        schemas: schema?.split(","),
        engine: "url" in location ? "postgres" : "pglite",
      }),
    );
    if (file === undefined) return print(dump);
    await writeFile(file, dump, { mode: 0o600 });
    print(`The ${content === "schema" ? "schema was" : `${content} were`} written to ${file}.\n`);
  },
});

function readContent(isData: boolean, isRoles: boolean): "schema" | "data" | "roles" {
  if (isData && isRoles) throw new UsageError("Use either --data-only or --role-only, not both.");
  if (isData) return "data";
  return isRoles ? "roles" : "schema";
}
