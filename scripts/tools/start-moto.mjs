import { spawn } from "node:child_process";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../process/free-port.mjs";
import { run } from "../process/run.mjs";
import { temporaryDirectory } from "../process/temporary-directory.mjs";

/**
 * Starts moto, an S3 server in Python, to test against a store that is not our own S3 wire. It ends with this process.
 *
 * @returns {Promise<{ url: string, stop: () => void } | undefined>} undefined if there is no Python
 */
export async function startMoto() {
  const folder = temporaryDirectory();
  const python = join(folder, "bin/python");
  const environment = await run("python3", ["-m", "venv", folder]);
  if (environment.code !== 0) return undefined;
  const installation = await run(python, [
    "-m",
    "pip",
    "install",
    "--quiet",
    "moto[server,s3]~=5.0",
  ]);
  if (installation.code !== 0) return undefined;
  const port = await freePort();
  const child = spawn(join(folder, "bin/moto_server"), ["-H", "127.0.0.1", "-p", String(port)], {
    stdio: "ignore",
  });
  process.on("exit", () => child.kill());
  const url = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 100; tries++) {
    if (await fetch(url).catch(() => undefined)) return { url, stop: () => void child.kill() };
    await sleep(200);
  }
  child.kill();
  return undefined;
}
