import { setTimeout as sleep } from "node:timers/promises";
import { isProcessRunning, readStatus, sendCommand } from "../control/running-server.ts";
import { defineCommand } from "./terminal/command.ts";
import { dataOption, projectOption, readControlDirectory } from "./terminal/options.ts";
import { printMessage } from "./terminal/print.ts";

const pollIntervalMs = 50;

export const stopCommand = defineCommand({
  name: "stop",
  summary: "Stop the running server",
  options: { ...projectOption, ...dataOption },
  async run({ values }) {
    const directory = readControlDirectory(values);
    const status = await readStatus(directory);
    if (!status) return printMessage(`No server runs on ${directory}.\n`);
    await sendCommand(directory, "/stop");
    while (isProcessRunning(status.pid)) await sleep(pollIntervalMs);
    printMessage(`The server of ${status.project} has stopped.\n`);
  },
});
