import { UsageError } from "../usage-error.ts";
import { defineCommand } from "./terminal/command.ts";
import {
  dataOption,
  filesOption,
  projectOption,
  readProject,
  readStoredDatabase,
  resolveOption,
} from "./terminal/options.ts";
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
  },
  async run({ values: { page, url, key, ...values } }) {
    for (const [option, text] of Object.entries({ page, url })) {
      if (text !== undefined && !/^https?:/.test(text)) {
        throw new UsageError(`--${option} must be an http or https URL; got "${text}".`);
      }
    }
    const { project } = readProject(values.project);
    const { examine, report } = await import("../doctor/doctor.ts");
    const findings = await examine({
      directory: project,
      env: process.env,
      page,
      url,
      key,
      database: readStoredDatabase(values.data, project),
      files: resolveOption(values.files),
      removesUnreferenced: values["remove-strays"],
    });
    print(report(findings));
    process.exitCode = findings.some(({ severity }) => severity === "wrong") ? 1 : 0;
  },
});
