import { UsageError } from "../usage-error.ts";
import { defineCommand } from "./terminal/command.ts";
import {
  dataOption,
  filesOption,
  projectOption,
  readProject,
  readStoredDatabase,
  requireOneParameter,
  resolveOption,
} from "./terminal/options.ts";
import { printMessage } from "./terminal/print.ts";

const options = { ...projectOption, ...dataOption, ...filesOption };

export const backupCommand = defineCommand({
  name: "backup",
  parameters: "FILE|DIR",
  summary: "Back up a project on the embedded database, even while it's running",
  options: {
    ...options,
    replace: { type: "boolean", help: "overwrite an existing file" },
    "no-verify": { type: "boolean", help: "skip reading the backup to verify it" },
  },
  async run({ values, parameters }) {
    const file = requireOneParameter("backup", "file", parameters);
    const { backUp } = await import("../backup/commands.ts");
    const report = await backUp(readBackupProject("backup", values), file, {
      verifies: !values["no-verify"],
      replaces: values.replace,
      signal: abortOnSignal(),
    });
    printMessage(report);
  },
});

export const restoreCommand = defineCommand({
  name: "restore",
  parameters: "FILE",
  summary: "Restore a backup",
  options: {
    ...options,
    replace: { type: "boolean", help: "overwrite an existing project" },
  },
  async run({ values, parameters }) {
    const file = requireOneParameter("restore", "file", parameters);
    const { restoreFrom } = await import("../backup/commands.ts");
    printMessage(await restoreFrom(file, readBackupProject("restore", values), values.replace));
  },
});

function readBackupProject(
  command: string,
  values: {
    readonly project: string | undefined;
    readonly data: string | undefined;
    readonly files: string | undefined;
  },
) {
  const { project } = readProject(values.project);
  const database = readStoredDatabase(values.data, project);
  if ("url" in database) {
    throw new UsageError(
      `portico ${command} is for the embedded database. For the server in DATABASE_URL, use pg_dump, pg_basebackup, pgBackRest, or WAL-G: docs/backup.md.`,
    );
  }
  return {
    project,
    env: process.env,
    directory: database.directory,
    files: resolveOption(values.files),
  };
}

/** Returns a signal that aborts on Ctrl-C or when a process manager stops the command. */
function abortOnSignal(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.once(signal, () => controller.abort(new UsageError("Stopped.")));
  }
  return controller.signal;
}
