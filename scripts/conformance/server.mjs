import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { root } from "../process/run.mjs";
import { startCluster } from "../process/start-cluster.mjs";
import { temporaryDirectory } from "../process/temporary-directory.mjs";
import { productNode } from "../tools/node.mjs";
import { npm } from "../tools/npm.mjs";

/** The ports that the suites hard-code. */
const port = "54321";
const databasePort = "54322";

/** The databases on which each suite runs. */
export const engines = /** @type {const} */ (["embedded", "postgresql"]);

/** @typedef {typeof engines[number]} Engine */

/**
 * Starts `portico start` on a suite's project folder, with an empty database.
 *
 * @param {{ project: string, engine: Engine, secret: string, needsPostgis: boolean }} options
 * @returns {Promise<{ url: string, databaseUrl: string, stop: () => Promise<void> }>}
 * @throws {Error} with the server's output, if it does not start
 */
export async function startServer({ project, engine, secret, needsPostgis }) {
  const cluster = engine === "postgresql" ? await startCluster() : undefined;
  if (engine === "postgresql" && !cluster) throw new Error("There is no PostgreSQL.");
  const storage = cluster
    ? ["--files", temporaryDirectory()]
    : ["--memory", "--db-port", databasePort];
  const server = spawn(
    productNode(),
    ["packages/backend/src/cli.ts", "start", "--project", project, "--port", port, ...storage],
    {
      cwd: root,
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        ...process.env,
        GOTRUE_JWT_SECRET: secret,
        ...(cluster && { DATABASE_URL: cluster.url }),
        ...(needsPostgis && !cluster && { NODE_PATH: await postgisFolder() }),
      },
    },
  );
  const closed = new Promise((resolve) => server.on("close", resolve));
  const stop = async () => {
    server.kill();
    await closed;
    await cluster?.stop();
  };
  let output = "";
  const ready = new Promise((resolve) => {
    for (const stream of [server.stdout, server.stderr])
      stream.on("data", (chunk) => {
        output += chunk;
        if (output.includes("Portico is ready.")) resolve(true);
      });
  });
  if (await Promise.race([ready, closed.then(() => false)])) {
    const embeddedUrl = `postgresql://postgres:postgres@127.0.0.1:${databasePort}/postgres`;
    return { url: `http://127.0.0.1:${port}`, databaseUrl: cluster?.url ?? embeddedUrl, stop };
  }
  await stop();
  throw new Error(output.trim());
}

/**
 * Returns a folder in which PostGIS for the embedded database is installed. It is 45 MB large, so it is installed on
 * first use.
 */
async function postgisFolder() {
  const folder = join(root, "node_modules/.cache/postgis");
  const name = "@electric-sql/pglite-postgis";
  if (!existsSync(join(folder, "node_modules", name)))
    await npm(["install", "--no-audit", "--no-fund", "--prefix", folder, `${name}@0.2.8`]);
  return join(folder, "node_modules");
}
