import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { print } from "./print.mjs";

const program = fileURLToPath(new URL("../cluster.mjs", import.meta.url));

/**
 * Starts a PostgreSQL cluster that is removed when this process ends, however it ends.
 *
 * @returns {Promise<{ url: string, stop: () => Promise<void> } | undefined>} undefined if PostgreSQL is not available;
 *   the reason was printed
 */
export async function startCluster() {
  // Use a separate process group, so that Ctrl-C on the terminal does not reach the cluster. The cluster stops when its
  // standard input ends.
  const child = spawn(process.execPath, [program], {
    stdio: ["pipe", "pipe", "inherit"],
    detached: true,
  });
  const closed = new Promise((resolve) => child.on("close", resolve));
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.startsWith("postgresql://")) {
      print(line);
      continue;
    }
    const stop = async () => {
      child.stdin.end();
      await closed;
    };
    return { url: line, stop };
  }
  return undefined;
}
