import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { print } from "./print.mjs";

const program = fileURLToPath(new URL("cluster.mjs", import.meta.url));

/**
 * Starts a PostgreSQL cluster that is removed when this process ends, in any way.
 *
 * @returns {Promise<{ url: string, stop: () => Promise<void> } | undefined>} undefined when there
 *   is none available; why has been printed
 */
export async function startCluster() {
  // A separate process group: Ctrl-C on the terminal is for this process, and the end of the cluster's input stops
  // it.
  const child = spawn(process.execPath, [program], {
    stdio: ["pipe", "pipe", "inherit"],
    detached: true,
  });
  const gone = new Promise((resolve) => child.on("close", resolve));
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.startsWith("postgresql://")) {
      print(line);
      continue;
    }
    const stop = async () => {
      child.stdin.end();
      await gone;
    };
    return { url: line, stop };
  }
  return undefined;
}
