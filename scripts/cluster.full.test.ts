import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { connect } from "node:net";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";

const module = fileURLToPath(new URL("process/start-cluster.mjs", import.meta.url));

test("a cluster stops and removes its folder when its parent process is killed", async () => {
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
  const folder = await dataFolder(String(url).trim());
  expect(existsSync(folder)).toBe(true);

  owner.kill("SIGKILL");

  const port = Number(new URL(String(url)).port);
  await expect.poll(() => isOpen(port)).toBe(false);
  await expect.poll(() => existsSync(folder)).toBe(false);
});

async function dataFolder(connectionString: string): Promise<string> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query("show data_directory");
  await client.end();
  return rows[0].data_directory;
}

async function isOpen(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
