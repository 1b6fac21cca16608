import { withNextFolder } from "../replacement/swap.ts";
import { activateDatabase } from "./project-database/rebuild.ts";
import { defineCommand } from "./terminal/command.ts";
import { confirm, yesOption } from "./terminal/confirm.ts";
import {
  dataOption,
  projectOption,
  readChoice,
  requireEmbeddedProject,
  requireOneParameter,
} from "./terminal/options.ts";
import { asJson, asTable, outputOption } from "./terminal/output.ts";
import { print, printMessage } from "./terminal/print.ts";

const options = { ...projectOption, ...dataOption };

export const snapshotSaveCommand = defineCommand({
  name: "snapshot save",
  parameters: "NAME",
  summary: "Keep a copy of the embedded database and its files, also while it's running",
  options: { ...options, replace: { type: "boolean", help: "overwrite an existing snapshot" } },
  async run({ values, parameters }) {
    const name = requireOneParameter("snapshot save", "name", parameters);
    const project = requireEmbeddedProject("snapshot", values);
    const [{ saveSnapshot }, { formatMegabytes }] = await Promise.all([
      import("../snapshots/snapshots.ts"),
      import("../snapshots/copy-tree.ts"),
    ]);
    const { sizeBytes, filesElsewhere } = await saveSnapshot(project, name, values.replace);
    printMessage(`Saved the snapshot "${name}" (${formatMegabytes(sizeBytes)}).${describeExternalFiles(filesElsewhere)}
To go back to it: portico snapshot restore ${name}
`);
  },
});

export const snapshotRestoreCommand = defineCommand({
  name: "snapshot restore",
  parameters: "NAME",
  summary: "Go back to a snapshot",
  options: { ...options, ...yesOption },
  async run({ values, parameters }) {
    const name = requireOneParameter("snapshot restore", "name", parameters);
    const { directory } = requireEmbeddedProject("snapshot", values);
    const { copySnapshot, requireRestorable } = await import("../snapshots/snapshots.ts");
    const { date, filesElsewhere } = await requireRestorable(directory, name);
    await confirm(
      `This replaces the database in ${directory} and its files by the snapshot "${name}" of ${date}.`,
      values.yes,
    );
    await withNextFolder(directory, async (newFolder) => {
      await copySnapshot(directory, name, newFolder);
      await activateDatabase(directory);
    });
    printMessage(
      `Restored the snapshot "${name}".${describeExternalFiles(filesElsewhere)} To apply newer migrations: portico migration up, or start the server.\n`,
    );
  },
});

export const snapshotListCommand = defineCommand({
  name: "snapshot list",
  summary: "List the snapshots",
  options: { ...options, ...outputOption },
  async run({ values }) {
    const format = readChoice("output", values.output, ["text", "json"]);
    const { directory } = requireEmbeddedProject("snapshot", values);
    const [{ listSnapshots }, { formatMegabytes }] = await Promise.all([
      import("../snapshots/snapshots.ts"),
      import("../snapshots/copy-tree.ts"),
    ]);
    const snapshots = await listSnapshots(directory);
    if (format === "json") {
      return print(asJson(snapshots.map(({ format: _, ...snapshot }) => snapshot)));
    }
    if (snapshots.length === 0) return printMessage("There are no snapshots.\n");
    printMessage(
      asTable(snapshots.map((item) => [item.name, item.date, formatMegabytes(item.sizeBytes)])),
    );
  },
});

export const snapshotDeleteCommand = defineCommand({
  name: "snapshot delete",
  parameters: "NAME",
  summary: "Delete a snapshot",
  options: { ...options, ...yesOption },
  async run({ values, parameters }) {
    const name = requireOneParameter("snapshot delete", "name", parameters);
    const { directory } = requireEmbeddedProject("snapshot", values);
    const { deleteSnapshot, requireSnapshot } = await import("../snapshots/snapshots.ts");
    const { date } = await requireSnapshot(directory, name);
    await confirm(`This deletes the snapshot "${name}" of ${date}.`, values.yes);
    await deleteSnapshot(directory, name);
    printMessage(`Deleted the snapshot "${name}".\n`);
  },
});

function describeExternalFiles(filesElsewhere: string | undefined): string {
  return filesElsewhere === undefined
    ? ""
    : ` The content of files is in ${filesElsewhere}, and is not part of the snapshot.`;
}
