import { join, resolve } from "node:path";
import { withProjectDatabase } from "./project-database/connect.ts";
import { defineCommand } from "./terminal/command.ts";
import {
  dataOption,
  projectOption,
  readChoice,
  readProject,
  readStoredDatabase,
} from "./terminal/options.ts";
import { asJson, outputOption } from "./terminal/output.ts";
import { print } from "./terminal/print.ts";

export const testDbCommand = defineCommand({
  name: "test db",
  parameters: "[FILE…]",
  summary: "Run the pgTAP tests of supabase/tests, and count the policies that they evaluate",
  options: { ...projectOption, ...dataOption, ...outputOption },
  notes: `Each file runs in a transaction that is rolled back. Parameters are files, or folders with
*.sql and *.pg files.
`,
  async run({ values, parameters }) {
    const format = readChoice("output", values.output, ["text", "json"]);
    const [{ findTests, hasPassed, runTests }, { formatFile, formatSummary }] = await Promise.all([
      import("../pgtap/run-tests.ts"),
      import("../pgtap/report.ts"),
    ]);
    const { project } = readProject(values.project);
    const paths = parameters.length > 0 ? parameters : [join(project, "supabase/tests")];
    const files = await findTests(paths.map((path) => resolve(path)));
    const location = readStoredDatabase(values.data, project);
    const engine = "url" in location ? "postgres" : "pglite";
    const results = await withProjectDatabase(location, (database) =>
      runTests(database, engine, files, (result) => {
        if (format === "text") print(formatFile(result));
      }),
    );
    print(format === "json" ? asJson(results) : formatSummary(results));
    process.exitCode = results.files.every(hasPassed) ? 0 : 1;
  },
});
