import { applyOnServer, readStatus } from "../../control/running-server.ts";
import { openDatabaseAt } from "../../database/location.ts";
import { prepareDatabase } from "../../database/system.ts";
import { defineCommand } from "../terminal/command.ts";
import {
  dataOption,
  projectOption,
  readProject,
  readStoredDatabase,
  type StoredDatabase,
} from "../terminal/options.ts";
import { printMessage } from "../terminal/print.ts";

export const migrationUpCommand = defineCommand({
  name: "migration up",
  summary: "Apply the migrations and seeds that are new",
  options: { ...projectOption, ...dataOption },
  async run({ values }) {
    const { project } = readProject(values.project);
    const location = readStoredDatabase(values.data, project);
    const { applied, notes } = await apply(project, location);
    for (const note of notes) printMessage(`Note: ${note}\n`);
    printMessage(
      applied.length === 0
        ? "The database is up to date.\n"
        : applied.map((name) => `Applied ${name}.\n`).join(""),
    );
  },
});

/** Applies the new files, in the running server if it has the database open, or else in this process. */
async function apply(project: string, location: StoredDatabase) {
  if ("directory" in location && (await readStatus(location.directory))) {
    return applyOnServer(location.directory);
  }
  const [{ applyPending }, { loadProject }] = await Promise.all([
    import("../../replacement/pending.ts"),
    import("../../config/load-project.ts"),
  ]);
  const database = await openDatabaseAt(location);
  try {
    await prepareDatabase(database);
    const currentProject = await loadProject({ directory: project, env: process.env });
    return await applyPending(database, currentProject.project);
  } finally {
    await database.close();
  }
}
