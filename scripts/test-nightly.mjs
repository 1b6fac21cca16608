import "./tools/require-node-version.mjs";
import { delimiter, join } from "node:path";
import { buildWeb } from "./build.mjs";
import { checkDeploy } from "./check-deploy.mjs";
import { onParentExit } from "./process/parent-exit.mjs";
import { print } from "./process/print.mjs";
import { root, run } from "./process/run.mjs";
import { startCluster } from "./process/start-cluster.mjs";
import { testSite } from "./test-site.mjs";
import { installDebianPackage } from "./tools/debian.mjs";
import { ensureInstalled } from "./tools/install.mjs";
import { productNode } from "./tools/node.mjs";
import { npm } from "./tools/npm.mjs";
import { ensurePgbouncers } from "./tools/pgbouncer.mjs";
import { startMoto } from "./tools/start-moto.mjs";

// `npm run test:nightly` runs the tests that take too long for every change:
//
// - the kit with each supported version of React, TypeScript, the client and the bundlers
// - the blocks for shadcn in new applications, with the components of shadcn/ui from its registry or from REGISTRY_URL
// - each example, the product in Firefox and WebKit, the site, and the files of deploy/
// - the published packages on each supported Node
// - on PGlite and then on PostgreSQL: 100,000 hostile requests to the REST API, 100 kills of the server, 20 kills
//   during a backup, 10 seconds without PostgreSQL, 4,000 busy and 20,000 idle sockets on one process, thousands of
//   responses whose times must not reveal who has an account, two minutes of expensive queries, and a soak of half an
//   hour: a mixed load during kills, mail outages, restarts of PostgreSQL and jumps of the clock
// - the tests of the wires through PgBouncer
//
// Arguments select parts by their titles: `npm run test:nightly -- soak PgBouncer`.

await ensureInstalled();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => process.exit(130));
onParentExit(() => process.exit(143));

const { TEST_DATABASE_URL: databaseUrl, ...env } = process.env;
const nightlyVariables = {
  HOSTILE_RUNS: "100000",
  PORTICO_KILLS: "100",
  PORTICO_OUTAGE: "10000",
  POSSESSION_RUNS: "500",
  PORTICO_TIMING: "150",
  PORTICO_ATTACK: "120",
  REDIRECT_RUNS: "100000",
  PORTICO_HOSTILE_PROGRAMS: "3000",
  PORTICO_FAILOVER: "1",
  PORTICO_FILE_SIZE: String(2 ** 31),
  PORTICO_BACKUP_KILLS: "20",
  PORTICO_SMALL_MEMORY: "1",
  PORTICO_SOCKETS: "4000",
  PORTICO_IDLE_SOCKETS: "20000",
  PORTICO_SOAK: "30",
};
/** The files of each group run concurrently. */
const groups = [
  {
    name: "hostile requests, kills and outages",
    files: [
      "packages/backend/src/rest/test/hostile.full.test.ts",
      "packages/backend/src/auth/accounts/possession-walk.full.test.ts",
      "packages/backend/src/auth/request/redirects.test.ts",
      "packages/backend/src/server/test/killed.full.test.ts",
      "packages/backend/src/server/test/killed-files.full.test.ts",
      "packages/backend/src/backup/commands.full.test.ts",
      "packages/backend/src/backup/killed.full.test.ts",
      "packages/backend/src/postgres-port/hostile.full.test.ts",
      "packages/backend/src/server/test/postgres-faults.full.test.ts",
      "packages/backend/src/start/workers.full.test.ts",
      "packages/backend/src/server/test/failover.full.test.ts",
      "packages/backend/src/server/standby-reads.full.test.ts",
      "packages/backend/src/database/pglite/scheduler.full.test.ts",
      "packages/backend/src/realtime/sockets/many.full.test.ts",
    ],
  },
  { name: "idle sockets", files: ["packages/backend/src/realtime/sockets/idle.full.test.ts"] },
  { name: "response times", files: ["packages/backend/src/auth/timing.full.test.ts"] },
  { name: "expensive queries", files: ["packages/backend/src/server/test/overload.full.test.ts"] },
  {
    name: "large responses",
    files: [
      "packages/backend/src/server/test/large-answers.full.test.ts",
      "packages/backend/src/rest/test/memory-budget.full.test.ts",
    ],
  },
  { name: "large bodies", files: ["packages/backend/src/server/test/large-bodies.full.test.ts"] },
  { name: "files of 2 GB", files: ["packages/backend/src/server/test/large-files.full.test.ts"] },
  { name: "little memory", files: ["packages/backend/src/server/test/small-memory.full.test.ts"] },
  { name: "the soak", files: ["packages/backend/src/server/test/soak.full.test.ts"] },
];
const titleFilters = process.argv.slice(2);

/**
 * Runs a part, unless its title does not match the filters. The next part runs even if this one fails.
 *
 * @param {string} title
 * @param {() => Promise<boolean>} test returns whether it passed
 */
async function runPart(title, test) {
  if (titleFilters.length > 0 && !titleFilters.some((filter) => title.includes(filter))) return;
  print(`\n== ${title}`);
  if (await test()) return;
  print(`Failed: ${title}`);
  process.exitCode = 1;
}

/**
 * @param {readonly string[]} parameters a program and its arguments
 * @param {NodeJS.ProcessEnv} [extraEnv]
 */
async function node(parameters, extraEnv = {}) {
  const { code } = await run(productNode(), parameters, {
    show: true,
    env: { ...env, ...extraEnv },
  });
  return code === 0;
}

/**
 * @param {readonly string[]} parameters a Vitest project and test files
 * @param {NodeJS.ProcessEnv} [extraEnv]
 */
const vitest = (parameters, extraEnv) =>
  node([join(root, "node_modules/vitest/vitest.mjs"), "run", ...parameters], extraEnv);

/** @param {string} message */
function reportMissing(message) {
  print(message);
  return false;
}

await runPart("the kit with each supported version of its peers", () =>
  vitest(["--project=package", "packages/react/test/wild"], { PORTICO_WILD: "all" }),
);
await runPart("every look of the forms", () =>
  vitest(
    [
      "--project=react*",
      "packages/react/test/react-18/looks.test.tsx",
      "packages/react/test/in-viewport.full.test.tsx",
    ],
    { PORTICO_EVERY_LOOK: "all" },
  ),
);
await runPart("the blocks for shadcn", async () => {
  const registry = join(root, "registry");
  const { code } = await npm(["ci"], { cwd: registry, show: true });
  if (code !== 0) return reportMissing("The shadcn CLI could not be installed.");
  return node([join(registry, "test/run.mjs")]);
});
await runPart("the examples", () => {
  const playwright = join(root, "node_modules/@playwright/test/cli.js");
  return node([playwright, "test", "--config", "e2e/examples.config.ts"]);
});
await runPart("Firefox and WebKit", async () => {
  // The tests of a missing browser are skipped, with the reason.
  for (const name of ["firefox-esr", "webkit2gtk-driver", "xvfb"]) await installDebianPackage(name);
  if ((await buildWeb({ show: true, env: { ...env, VITE_SUPABASE_URL: "" } })).code !== 0) {
    return reportMissing("apps/web could not be built.");
  }
  const playwright = join(root, "node_modules/@playwright/test/cli.js");
  return node([playwright, "test", "--config", "e2e/browsers.config.ts"]);
});
await runPart("files in an S3 store", async () => {
  const moto = await startMoto();
  if (!moto) return reportMissing("Python is missing, which runs the S3 server.");
  const files = ["files/files.full.test.ts", "resumable/s3-store.full.test.ts"];
  const passed = await vitest(
    ["--project=backend", ...files.map((file) => `packages/backend/src/storage/${file}`)],
    { TEST_S3_ENDPOINT: moto.url },
  );
  moto.stop();
  return passed;
});
await runPart("the published package on each Node", () =>
  vitest(["--project=backend", "packages/backend/test/package/nodes.full.test.ts"], {
    PORTICO_NODES: "1",
  }),
);
await runPart("the published package in a read-only folder", () =>
  vitest(["--project=backend", "packages/backend/test/package/read-only.full.test.ts"], {
    PORTICO_READ_ONLY: "1",
  }),
);
await runPart("the site", testSite);
await runPart("deploy/", checkDeploy);

const cluster = databaseUrl ? { url: databaseUrl, stop: async () => {} } : await startCluster();
const postgresEnv = cluster ? { TEST_DATABASE_URL: cluster.url } : {};
const reportNoPostgres = () => reportMissing("There is no PostgreSQL.");
for (const { name, files } of groups) {
  const parameters = ["--project=backend", ...files];
  await runPart(`${name} on PGlite`, () => vitest(parameters, nightlyVariables));
  await runPart(`${name} on PostgreSQL`, async () =>
    cluster ? vitest(parameters, { ...nightlyVariables, ...postgresEnv }) : reportNoPostgres(),
  );
}

/**
 * @param {readonly string[]} tests
 * @param {NodeJS.ProcessEnv} [extraEnv]
 */
async function throughPgbouncer(tests, extraEnv = {}) {
  if (!cluster) return reportNoPostgres();
  const pgbouncerFolder = await ensurePgbouncers();
  if (!pgbouncerFolder) return reportMissing("There is no PgBouncer.");
  const PATH = [env["PATH"], "/usr/sbin", pgbouncerFolder].join(delimiter);
  const files = tests.map((test) => `packages/backend/src/${test}`);
  return vitest(["--project=backend", ...files], { ...postgresEnv, ...extraEnv, PATH });
}

await runPart("the journeys through PgBouncer", () =>
  throughPgbouncer(["server/test/pooler.full.test.ts"]),
);
for (const program of ["pgbouncer", "pgbouncer-1.24"]) {
  await runPart(`the tests of the wires through PgBouncer (${program})`, () =>
    throughPgbouncer(["auth", "rest", "storage", "realtime"], { TEST_POOLER: program }),
  );
}
await cluster?.stop();
