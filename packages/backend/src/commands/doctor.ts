import { examineOnServer, readStatus, ServerRefusal } from "../control/running-server.ts";
import { UsageError } from "../usage-error.ts";
import { defineCommand } from "./terminal/command.ts";
import {
  dataOption,
  filesOption,
  projectOption,
  readChoice,
  readProject,
  readStoredDatabase,
  resolveOption,
  type StoredDatabase,
} from "./terminal/options.ts";
import { asJson, outputOption } from "./terminal/output.ts";
import { print } from "./terminal/print.ts";

export const doctorCommand = defineCommand({
  name: "doctor",
  summary: "Find out why forms fail or channels stay silent, and find files without objects",
  options: {
    ...projectOption,
    page: { type: "string", argument: "URL", help: "the URL of the running page with the forms" },
    url: {
      type: "string",
      argument: "URL",
      help: "the URL of the backend it calls, hosted or from portico start",
    },
    key: { type: "string", argument: "KEY", help: "the publishable key it uses" },
    ...dataOption,
    ...filesOption,
    "remove-strays": { type: "boolean", help: "remove files that no object refers to" },
    ...outputOption,
  },
  async run({ values: { page, url, key, ...values } }) {
    for (const [option, text] of Object.entries({ page, url })) {
      if (text !== undefined && !/^https?:/.test(text)) {
        throw new UsageError(`--${option} must be an http or https URL; got "${text}".`);
      }
    }
    const format = readChoice("output", values.output, ["text", "json"]);
    const { project } = readProject(values.project);
    const { examine, formatFindings } = await import("../doctor/doctor.ts");
    const database = readStoredDatabase(values.data, project);
    const findings = await examine({
      directory: project,
      env: process.env,
      page,
      url,
      key,
      database,
      examineOnServer: await findServer(database),
      files: resolveOption(values.files),
      removesUnreferenced: values["remove-strays"],
    });
    print(format === "json" ? asJson(findings) : formatFindings(findings));
    process.exitCode = findings.some(({ severity }) => severity === "wrong") ? 1 : 0;
  },
});

/**
 * Returns a function that examines the embedded database through its running server, or undefined if no server runs.
 */
async function findServer(location: StoredDatabase) {
  if (!("directory" in location)) return undefined;
  const { directory } = location;
  try {
    return (await readStatus(directory)) && (() => examineOnServer(directory));
  } catch (error) {
    // Continue without the server. The doctor then reports that the directory is in use.
    if (error instanceof ServerRefusal) return undefined;
    throw error;
  }
}
