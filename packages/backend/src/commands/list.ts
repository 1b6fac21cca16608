import { listServers, registryFolder } from "../control/server-registry.ts";
import { defineCommand } from "./terminal/command.ts";
import { readChoice } from "./terminal/options.ts";
import { asJson, asTable, outputOption } from "./terminal/output.ts";
import { print, printMessage } from "./terminal/print.ts";

export const listCommand = defineCommand({
  name: "list",
  summary: "List your servers that run on this machine",
  options: outputOption,
  async run({ values }) {
    const format = readChoice("output", values.output, ["text", "json"]);
    const servers = await listServers(registryFolder(process.env));
    if (format === "json") return print(asJson(servers));
    if (servers.length === 0) return printMessage("No server runs. To start one: portico start\n");
    print(
      asTable([
        ["PROJECT", "API", "DATABASE", "PROCESS", "SINCE"],
        ...servers.map(({ project, apiUrl, databaseAddress, pid, startedAt }) => [
          project,
          apiUrl,
          databaseAddress ?? "",
          String(pid),
          startedAt,
        ]),
      ]),
    );
  },
});
