import { UsageError } from "../usage-error.ts";
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

export const branchCommand = defineCommand({
  name: "branch",
  summary: "List the databases of git branches",
  options: { ...options, ...outputOption },
  async run({ values }) {
    const format = readChoice("output", values.output, ["text", "json"]);
    const { directory } = requireEmbeddedProject("branch", values);
    const [{ listBranches }, { formatMegabytes }] = await Promise.all([
      import("../snapshots/branches.ts"),
      import("../snapshots/copy-tree.ts"),
    ]);
    const branches = await listBranches(directory);
    if (format === "json") {
      return print(
        asJson(
          branches.map(({ name, isCurrent, date, sizeBytes }) => ({
            name,
            isCurrent,
            sizeBytes,
            lastUsedAt: isCurrent ? null : date,
          })),
        ),
      );
    }
    if (branches.length === 0) {
      return printMessage(
        "All git branches share one database. To give each its own: portico branch switch\n",
      );
    }
    printMessage(
      asTable(
        branches.map(({ name, isCurrent, date, sizeBytes }) => [
          `${isCurrent ? "*" : " "} ${name}`,
          formatMegabytes(sizeBytes),
          isCurrent ? "current" : `last used ${date}`,
        ]),
      ),
    );
  },
});

export const branchSwitchCommand = defineCommand({
  name: "branch switch",
  parameters: "[NAME]",
  summary: "Use the database of a git branch, by default of the one that is checked out",
  options,
  async run({ values, parameters }) {
    if (parameters.length > 1) throw new UsageError("portico branch switch takes one name.");
    const project = requireEmbeddedProject("branch", values);
    const [{ switchBranch }, { findGitFolder, readPreviousBranch, readGitBranch }] =
      await Promise.all([import("../snapshots/branches.ts"), import("../snapshots/git-branch.ts")]);
    const gitFolder = await findGitFolder(project.project);
    const checkedOut = gitFolder && (await readGitBranch(gitFolder));
    const name = parameters[0] ?? checkedOut;
    if (name === undefined) {
      throw new UsageError("No git branch is checked out. Name one: portico branch switch NAME");
    }
    const previousBranch =
      gitFolder && checkedOut === name ? await readPreviousBranch(gitFolder) : checkedOut;
    const result = await switchBranch(project, name, {
      currentName: previousBranch ?? (checkedOut === name ? name : "main"),
      replace: (replacement) => activateDatabase(project.directory, replacement),
    });
    switch (result.kind) {
      case "unchanged":
        return printMessage(`The database of the branch "${name}" is already in use.\n`);
      case "created":
        return printMessage(
          `The branch "${name}" now has its own database, a copy of the database of "${result.from}".\n`,
        );
      case "switched":
        return printMessage(
          `Switched to the database of the branch "${name}". To apply newer migrations: portico migration up, or start the server.\n`,
        );
    }
  },
});

export const branchDeleteCommand = defineCommand({
  name: "branch delete",
  parameters: "NAME",
  summary: "Delete the database of a git branch",
  options: { ...options, ...yesOption },
  async run({ values, parameters }) {
    const name = requireOneParameter("branch delete", "name", parameters);
    const { directory } = requireEmbeddedProject("branch", values);
    const { deleteBranch, requireOtherBranch } = await import("../snapshots/branches.ts");
    const { date } = await requireOtherBranch(directory, name);
    await confirm(
      `This deletes the database of the branch "${name}" and its files, last used ${date}.`,
      values.yes,
    );
    await deleteBranch(directory, name);
    printMessage(`Deleted the database of the branch "${name}".\n`);
  },
});
