import { commands } from "./commands/all-commands.ts";
import { print, printError } from "./commands/terminal/print.ts";
import { readArguments } from "./commands/terminal/read-arguments.ts";
import { formatCommandUsage, formatUsage } from "./commands/terminal/usage.ts";
import { ownVersion } from "./own-version.ts";
import { explainFailure } from "./start/explain.ts";

async function main(): Promise<void> {
  const request = readArguments(process.argv.slice(2), commands);
  switch (request.kind) {
    case "version":
      return print(`${ownVersion()}\n`);
    case "help":
      return print(request.command ? formatCommandUsage(request.command) : formatUsage(commands));
    case "run":
      return request.command.run(request.invocation);
  }
}

// The program that reads the output may exit (`portico start | head`). Ignore the error, so that the server keeps
// running.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});

main().catch((error: unknown) => {
  const message = explainFailure(error);
  printError(`${message ?? (error instanceof Error ? error.stack : String(error))}\n`);
  process.exit(1);
});
