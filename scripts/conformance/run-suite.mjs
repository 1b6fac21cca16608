import { join } from "node:path";
import { run } from "../process/run.mjs";
import { productNode } from "../tools/node.mjs";
import { createKeys } from "./keys.mjs";
import { startServer } from "./server.mjs";

/**
 * Runs a suite with its own runner against a server on one of the databases.
 *
 * @param {import("./suites.mjs").Suite} suite
 * @param {string} checkout
 * @param {import("./server.mjs").Engine} engine
 * @returns {Promise<import("./suites.mjs").Result>}
 * @throws {Error} if the server does not start, or the suite has no result
 */
export async function runSuite(suite, checkout, engine) {
  const cwd = join(checkout, suite.folder);
  if (suite.prepare) await run(productNode(), suite.prepare, { cwd });
  const keys = createKeys();
  const { url, databaseUrl, stop } = await startServer({
    project: join(checkout, suite.project),
    engine,
    secret: keys.secret,
    needsPostgis: suite.needsPostgis ?? false,
  });
  try {
    return await suite.run({ cwd, keys, url, databaseUrl });
  } finally {
    await stop();
  }
}
