import "./node-version.mjs";
import { delimiter, join } from "node:path";
import { buildWeb } from "./build.mjs";
import { checkDeploy } from "./check-deploy.mjs";
import { installDebianPackage } from "./debian.mjs";
import { ensureInstalled } from "./install.mjs";
import { productNode } from "./node.mjs";
import { npm } from "./npm.mjs";
import { onParentGone } from "./parent.mjs";
import { ensurePgbouncers } from "./pgbouncer.mjs";
import { print } from "./print.mjs";
import { root, run } from "./run.mjs";
import { startCluster } from "./start-cluster.mjs";
import { startMoto } from "./start-moto.mjs";
import { testSite } from "./test-site.mjs";

// `npm run test:nightly`: what takes too long for each time, on either database: a hundred thousand hostile
// requests to the REST API, a hundred kills of the server at any moment, twenty around a backup that is restored
// and compared, ten seconds without PostgreSQL, four thousand sockets on one process, some thousand answers whose
// times must not tell who has an account, and two minutes of attackers with an expensive query. The soak takes
// half an hour on each, an hour in all: a mixed load, amid kills, mail outages, restarts of PostgreSQL and jumps
// of the clock. Then the suites of the wires go through PgBouncer. Before all that, the packages are installed on
// every Node, the kit beside every React, client, TypeScript and bundler of the wild, the blocks for shadcn are added
// to fresh applications and walked, with the components of shadcn/ui from its own address or from REGISTRY_URL, the
// site is built and walked through, each example is made and walked, the product is walked in Firefox and WebKit, and
// the files of deploy/ are checked.
//
// Words after `--` choose parts by their titles: `npm run test:nightly -- soak PgBouncer`.

await ensureInstalled();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => process.exit(130));
onParentGone(() => process.exit(143));

const { TEST_DATABASE_URL: databaseUrl, ...env } = process.env;
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
  PORTICO_SMALL_MEMORY: "1",
  PORTICO_SOCKETS: "4000",
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
  { name: "the time of answers", files: ["packages/backend/src/auth/timing.full.test.ts"] },
  { name: "expensive queries", files: ["packages/backend/src/server/test/overload.full.test.ts"] },
  {
    name: "large answers",
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
const words = process.argv.slice(2);

/**
 * Runs a part of the night. If it returns false, it has failed, and the next one runs nevertheless.
 *
 * @param {string} title
 * @param {() => Promise<boolean>} test
 */
async function part(title, test) {
  if (words.length > 0 && !words.some((part) => title.includes(part))) return;
  print(`\n== ${title}`);
  if (await test()) return;
  print(`Failed: ${title}`);
  process.exitCode = 1;
}

/**
 * @param {readonly string[]} parameters a program and its arguments
 * @param {NodeJS.ProcessEnv} [more]
 */
async function node(parameters, more = {}) {
  const { code } = await run(productNode(), parameters, { show: true, env: { ...env, ...more } });
  return code === 0;
}

/**
 * @param {readonly string[]} parameters a Vitest project and test files
 * @param {NodeJS.ProcessEnv} [more]
 */
const vitest = (parameters, more) =>
  node([join(root, "node_modules/vitest/vitest.mjs"), "run", ...parameters], more);

/** @param {string} what */
function missing(what) {
  print(what);
  return false;
}

await part("the kit in the wild", () =>
  vitest(["--project=package", "packages/react/test/wild"], { PORTICO_WILD: "all" }),
);
await part("every look of the forms", () =>
  vitest(
    [
      "--project=react*",
      "packages/react/test/react-18/looks.test.tsx",
      "packages/react/test/seen.full.test.tsx",
    ],
    { PORTICO_EVERY_LOOK: "all" },
  ),
);
await part("the blocks for shadcn", async () => {
  const registry = join(root, "registry");
  const { code } = await npm(["ci"], { cwd: registry, show: true });
  if (code !== 0) return missing("The command of shadcn could not be installed.");
  return node([join(registry, "test/run.mjs")]);
});
await part("the examples, made and walked", () => {
  const playwright = join(root, "node_modules/@playwright/test/cli.js");
  return node([playwright, "test", "--config", "e2e/examples.config.ts"]);
});
await part("Firefox and WebKit", async () => {
  // A part whose requirements are missing is skipped with the reason.
  for (const name of ["firefox-esr", "webkit2gtk-driver", "xvfb"]) await installDebianPackage(name);
  if ((await buildWeb({ show: true, env: { ...env, VITE_SUPABASE_URL: "" } })).code !== 0) {
    return missing("apps/web could not be built.");
  }
  const playwright = join(root, "node_modules/@playwright/test/cli.js");
  return node([playwright, "test", "--config", "e2e/browsers.config.ts"]);
});
await part("files in an S3 store", async () => {
  const moto = await startMoto();
  if (!moto) return missing("There is no Python to run an S3 server by.");
  const files = ["files/files.full.test.ts", "resumable/s3-store.full.test.ts"];
  const passed = await vitest(
    ["--project=backend", ...files.map((file) => `packages/backend/src/storage/${file}`)],
    { TEST_S3_ENDPOINT: moto.url },
  );
  moto.stop();
  return passed;
});
await part("the published package on each Node", () =>
  vitest(["--project=backend", "packages/backend/test/package/nodes.full.test.ts"], {
    PORTICO_NODES: "1",
  }),
);
await part("the published package without rights", () =>
  vitest(["--project=backend", "packages/backend/test/package/read-only.full.test.ts"], {
    PORTICO_READ_ONLY: "1",
  }),
);
await part("the site", testSite);
await part("deploy/", checkDeploy);

const cluster = databaseUrl ? { url: databaseUrl, stop: async () => {} } : await startCluster();
const onServer = cluster ? { TEST_DATABASE_URL: cluster.url } : {};
const noServer = () => missing("There is no PostgreSQL.");
for (const { name, files } of groups) {
  const parameters = ["--project=backend", ...files];
  await part(`${name} on PGlite`, () => vitest(parameters, longer));
  await part(`${name} on PostgreSQL`, async () =>
    cluster ? vitest(parameters, { ...longer, ...onServer }) : noServer(),
  );
}

/**
 * @param {readonly string[]} tests
 * @param {NodeJS.ProcessEnv} [more]
 */
async function throughPgbouncer(tests, more = {}) {
  if (!cluster) return noServer();
  const built = await ensurePgbouncers();
  if (!built) return missing("There is no PgBouncer.");
  const PATH = [env["PATH"], "/usr/sbin", built].join(delimiter);
  const files = tests.map((test) => `packages/backend/src/${test}`);
  return vitest(["--project=backend", ...files], { ...onServer, ...more, PATH });
}

await part("the journeys through PgBouncer", () =>
  throughPgbouncer(["server/test/pooler.full.test.ts"]),
);
for (const program of ["pgbouncer", "pgbouncer-1.24"]) {
  await part(`the suites of the wires through PgBouncer (${program})`, () =>
    throughPgbouncer(["auth", "rest", "storage", "realtime"], { TEST_POOLER: program }),
  );
}
await cluster?.stop();
