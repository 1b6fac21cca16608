import "./node-version.mjs";
import { delimiter, join } from "node:path";
import { installDebianPackage } from "./debian.mjs";
import { ensureInstalled } from "./install.mjs";
import { productNode } from "./node.mjs";
import { onParentGone } from "./parent.mjs";
import { root, run } from "./run.mjs";
import { say } from "./say.mjs";
import { startCluster } from "./start-cluster.mjs";
import { startMoto } from "./start-moto.mjs";

// `npm run test:nightly`: what takes too long for each time, on either database: a hundred thousand hostile
// requests to the data wire, a hundred kills of the server at any moment, ten seconds without PostgreSQL,
// some thousand answers whose times must not tell who has an account, and two minutes of attackers with an
// expensive query. Then the suites of the wires go through PgBouncer. Before all that, the kit is installed beside every client, TypeScript and bundler of the wild.

await ensureInstalled();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => process.exit(130));
onParentGone(() => process.exit(143));

const { TEST_DATABASE_URL: given, ...env } = process.env;
const longer = {
  HOSTILE_RUNS: "100000",
  PORTICO_KILLS: "100",
  PORTICO_OUTAGE: "10000",
  POSSESSION_RUNS: "500",
  PORTICO_TIMING: "150",
  PORTICO_ATTACK: "120",
  REDIRECT_RUNS: "100000",
  PORTICO_HOSTILE_PROGRAMS: "3000",
  PORTICO_FAILOVER: "1",
};
/** Each group's files run beside each other. */
const groups = [
  {
    name: "hostile requests, kills and outages",
    files: [
      "packages/backend/src/rest/test/hostile.test.ts",
      "packages/backend/src/auth/accounts/possession-walk.test.ts",
      "packages/backend/src/auth/request/redirects.test.ts",
      "packages/backend/src/server/killed.test.ts",
      "packages/backend/src/server/killed-files.test.ts",
      "packages/backend/src/postgres-port/hostile.test.ts",
      "packages/backend/src/server/postgres-faults.test.ts",
      "packages/backend/src/server/failover.test.ts",
      "packages/backend/src/database/pglite/scheduler.test.ts",
    ],
  },
  { name: "the time of answers", files: ["packages/backend/src/auth/timing.test.ts"] },
  { name: "expensive queries", files: ["packages/backend/src/server/overload.test.ts"] },
  {
    name: "large answers",
    files: [
      "packages/backend/src/server/large-answers.test.ts",
      "packages/backend/src/rest/test/memory-budget.test.ts",
    ],
  },
  { name: "large bodies", files: ["packages/backend/src/server/large-bodies.test.ts"] },
];
say("\n== the kit in the wild");
const { code: wild } = await run(
  productNode(),
  [
    ...[join(root, "node_modules/vitest/vitest.mjs"), "run", "--project=package"],
    "packages/react/test/wild",
  ],
  { show: true, env: { PORTICO_WILD: "all", ...env } },
);
if (wild !== 0) process.exitCode = wild;

say("\n== every look of the forms");
const { code: looks } = await run(
  productNode(),
  [
    ...[join(root, "node_modules/vitest/vitest.mjs"), "run", "--project=react*"],
    ...["packages/react/test/react-18/looks.test.tsx", "packages/react/test/seen.test.tsx"],
  ],
  { show: true, env: { PORTICO_EVERY_LOOK: "all", ...env } },
);
if (looks !== 0) process.exitCode = looks;

say("\n== files in an S3 store");
const moto = await startMoto();
if (!moto) {
  say("There is no Python to run an S3 server by.");
  process.exitCode = 1;
} else {
  const { code } = await run(
    productNode(),
    [
      ...[join(root, "node_modules/vitest/vitest.mjs"), "run", "--project=backend"],
      "packages/backend/src/storage/files/files.test.ts",
    ],
    { show: true, env: { ...env, TEST_S3_ENDPOINT: moto.url } },
  );
  if (code !== 0) process.exitCode = code;
  moto.stop();
}

const cluster = given ? { url: given, stop: async () => {} } : await startCluster();
const databases = [
  { name: "PGlite" },
  ...(cluster ? [{ name: "PostgreSQL", url: cluster.url }] : []),
];
if (!cluster) process.exitCode = 1;
for (const { name, url } of databases) {
  for (const group of groups) {
    say(`\n== ${group.name} on ${name}`);
    const { code } = await run(
      productNode(),
      [join(root, "node_modules/vitest/vitest.mjs"), "run", "--project=backend", ...group.files],
      {
        show: true,
        env: { ...longer, ...env, ...(url ? { TEST_DATABASE_URL: url } : {}) },
      },
    );
    if (code !== 0) process.exitCode = code;
  }
}

say("\n== the suites of the wires through PgBouncer");
await installDebianPackage("pgbouncer");
const wires = ["auth", "rest", "storage"].map((wire) => `packages/backend/src/${wire}`);
const { code: pooled } = await run(
  productNode(),
  [join(root, "node_modules/vitest/vitest.mjs"), "run", "--project=backend", ...wires],
  {
    show: true,
    env: {
      ...env,
      ...(cluster ? { TEST_DATABASE_URL: cluster.url } : {}),
      TEST_POOLER: "pgbouncer",
      PATH: `${env["PATH"]}${delimiter}/usr/sbin`,
    },
  },
);
if (pooled !== 0) process.exitCode = pooled;
await cluster?.stop();
