import "./node-version.mjs";
import { join } from "node:path";
import { ensureInstalled } from "./install.mjs";
import { productNode } from "./node.mjs";
import { onParentGone } from "./parent.mjs";
import { root, run } from "./run.mjs";
import { say } from "./say.mjs";
import { startCluster } from "./start-cluster.mjs";

// `npm run test:nightly`: what takes too long for each time, on either database: a hundred thousand hostile
// requests to the data wire, a hundred kills of the server at any moment, ten seconds without PostgreSQL.

await ensureInstalled();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => process.exit(130));
onParentGone(() => process.exit(143));

const { TEST_DATABASE_URL: given, ...env } = process.env;
const longer = { HOSTILE_RUNS: "100000", PORTICO_KILLS: "100", PORTICO_OUTAGE: "10000" };
const cluster = given ? { url: given, stop: async () => {} } : await startCluster();
const databases = [
  { name: "PGlite" },
  ...(cluster ? [{ name: "PostgreSQL", url: cluster.url }] : []),
];
if (!cluster) process.exitCode = 1;
for (const { name, url } of databases) {
  say(`\n== hostile requests, kills and outages on ${name}`);
  const { code } = await run(
    productNode(),
    [
      join(root, "node_modules/vitest/vitest.mjs"),
      "run",
      "--project=backend",
      "packages/backend/src/rest/test/hostile.test.ts",
      "packages/backend/src/killed.test.ts",
      "packages/backend/src/postgres-faults.test.ts",
    ],
    {
      show: true,
      env: { ...longer, ...env, ...(url ? { TEST_DATABASE_URL: url } : {}) },
    },
  );
  if (code !== 0) process.exitCode = code;
}
await cluster?.stop();
