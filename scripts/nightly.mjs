import "./node-version.mjs";
import { delimiter, join } from "node:path";
import { checkDeploy } from "./check-deploy.mjs";
import { ensureInstalled } from "./install.mjs";
import { productNode } from "./node.mjs";
import { npm } from "./npm.mjs";
import { onParentGone } from "./parent.mjs";
import { ensurePgbouncers } from "./pgbouncer.mjs";
import { root, run } from "./run.mjs";
import { say } from "./say.mjs";
import { startCluster } from "./start-cluster.mjs";
import { startMoto } from "./start-moto.mjs";
import { testSite } from "./test-site.mjs";

// `npm run test:nightly`: what takes too long for each time, on either database: a hundred thousand hostile
// requests to the data wire, a hundred kills of the server at any moment, twenty around a backup that is restored
// and compared, ten seconds without PostgreSQL, four thousand sockets on one process, some thousand answers whose
// times must not tell who has an account, and two minutes of attackers with an expensive query. The soak takes
// half an hour on each, an hour in all: a mixed load, amid kills, mail outages, restarts of PostgreSQL and jumps
// of the clock. Then the suites of the wires go through PgBouncer. Before all that, the packages are installed on
// every Node, the kit beside every React, client, TypeScript and bundler of the wild, the blocks for shadcn are added
// to fresh applications and walked, with the components of shadcn/ui from its own address or from REGISTRY_URL, the
// site is built and walked through, each example is made and walked, and the files of deploy/ are checked.

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
  PORTICO_FILE_SIZE: String(2 ** 31),
  PORTICO_BACKUP_KILLS: "20",
  PORTICO_SOCKETS: "4000",
  PORTICO_SOAK: "30",
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
      "packages/backend/src/backup/commands.test.ts",
      "packages/backend/src/backup/killed.test.ts",
      "packages/backend/src/postgres-port/hostile.test.ts",
      "packages/backend/src/server/postgres-faults.test.ts",
      "packages/backend/src/start/workers.test.ts",
      "packages/backend/src/server/failover.test.ts",
      "packages/backend/src/server/standby-reads.test.ts",
      "packages/backend/src/database/pglite/scheduler.test.ts",
      "packages/backend/src/realtime/sockets/many.test.ts",
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
  { name: "files of 2 GB", files: ["packages/backend/src/server/large-files.test.ts"] },
  { name: "the soak", files: ["packages/backend/src/server/soak.test.ts"] },
];
/**
 * @param {string} title
 * @param {readonly string[]} parameters What Vitest is told: a project, and files.
 * @param {NodeJS.ProcessEnv} [more]
 */
async function vitest(title, parameters, more = {}) {
  say(`\n== ${title}`);
  const program = join(root, "node_modules/vitest/vitest.mjs");
  const { code } = await run(productNode(), [program, "run", ...parameters], {
    show: true,
    env: { ...more, ...env },
  });
  if (code !== 0) process.exitCode = code;
}

/** @param {string} what */
function missing(what) {
  say(`\n${what}`);
  process.exitCode = 1;
}

await vitest("the kit in the wild", ["--project=package", "packages/react/test/wild"], {
  PORTICO_WILD: "all",
});
await vitest(
  "every look of the forms",
  [
    "--project=react*",
    ...["packages/react/test/react-18/looks.test.tsx", "packages/react/test/seen.test.tsx"],
  ],
  { PORTICO_EVERY_LOOK: "all" },
);

say("\n== the blocks for shadcn");
const registry = join(root, "registry");
const { code: installed } = await npm(["ci"], { cwd: registry, show: true });
if (installed === 0) {
  const walk = [join(registry, "test/run.mjs")];
  const { code } = await run(productNode(), walk, { show: true, env });
  if (code !== 0) process.exitCode = code;
} else missing("The command of shadcn could not be installed.");

say("\n== the examples, made and walked");
const { code: walked } = await run(
  productNode(),
  [
    join(root, "node_modules/@playwright/test/cli.js"),
    ...["test", "--config", "e2e/examples.config.ts"],
  ],
  { show: true, env },
);
if (walked !== 0) process.exitCode = walked;

const moto = await startMoto();
if (moto) {
  await vitest(
    "files in an S3 store",
    [
      "--project=backend",
      "packages/backend/src/storage/files/files.test.ts",
      "packages/backend/src/storage/resumable/s3-store.test.ts",
    ],
    { TEST_S3_ENDPOINT: moto.url },
  );
  moto.stop();
} else missing("There is no Python to run an S3 server by.");

await vitest(
  "the published package on each Node",
  ["--project=backend", "packages/backend/test/package/nodes.test.ts"],
  { PORTICO_NODES: "1" },
);

say("\n== the published package without rights");
const { code: confined } = await run(
  productNode(),
  [
    ...[join(root, "node_modules/vitest/vitest.mjs"), "run", "--project=backend"],
    "packages/backend/test/package/read-only.test.ts",
  ],
  { show: true, env: { ...env, PORTICO_READ_ONLY: "1" } },
);
if (confined !== 0) process.exitCode = confined;

say("\n== the site");
if (!(await testSite())) process.exitCode = 1;

say("\n== deploy/");
if (!(await checkDeploy())) process.exitCode = 1;

const cluster = given ? { url: given, stop: async () => {} } : await startCluster();
if (!cluster) missing("There is no PostgreSQL.");
const onServer = cluster ? { TEST_DATABASE_URL: cluster.url } : {};
for (const { name, files } of groups) {
  await vitest(`${name} on PGlite`, ["--project=backend", ...files], longer);
  if (cluster)
    await vitest(`${name} on PostgreSQL`, ["--project=backend", ...files], {
      ...longer,
      ...onServer,
    });
}

const built = await ensurePgbouncers();
if (built && cluster) {
  env["PATH"] = [env["PATH"], "/usr/sbin", built].join(delimiter);
  const pooler = "packages/backend/src/server/pooler.test.ts";
  await vitest("the journeys through PgBouncer", ["--project=backend", pooler], onServer);
  const wires = ["auth", "rest", "storage", "realtime"].map(
    (wire) => `packages/backend/src/${wire}`,
  );
  for (const program of ["pgbouncer", "pgbouncer-1.24"]) {
    await vitest(`the suites of the wires through ${program}`, ["--project=backend", ...wires], {
      ...onServer,
      TEST_POOLER: program,
    });
  }
} else missing("There is no PgBouncer.");
await cluster?.stop();
