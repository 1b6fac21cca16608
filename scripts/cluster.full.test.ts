import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { memoryDirectory } from "./temporary.mjs";

const module = fileURLToPath(new URL("start-cluster.mjs", import.meta.url));

test("no server and no folder is left when the parent of a cluster is killed", async () => {
  const before = folders();
  const program = `
    import { startCluster } from ${JSON.stringify(module)};
    console.log((await startCluster())?.url);
    setInterval(() => {}, 1000);
  `;
  const owner = spawn(process.execPath, ["--input-type=module", "--eval", program], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void owner.kill("SIGKILL"));
  const [url] = await once(owner.stdout, "data");
  const port = Number(new URL(String(url)).port);
  expect(await isOpen(port)).toBe(true);
  expect(folders()).toHaveLength(before.length + 1);

  owner.kill("SIGKILL");

  await expect.poll(() => isOpen(port)).toBe(false);
  await expect.poll(() => folders()).toEqual(before);
});

function folders(): string[] {
  return [...new Set([tmpdir(), "/tmp", memoryDirectory() ?? ""])]
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder))
    .filter((name) => name.startsWith("portico-postgres-"));
}

async function isOpen(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  try {
    return await Promise.race([
      once(socket, "connect").then(() => true),
      pause(1000).then(() => false),
    ]);
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
