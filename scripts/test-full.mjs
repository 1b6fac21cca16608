import "./node-version.mjs";
import { startCluster } from "./start-cluster.mjs";
import { Suite } from "./suite/suite.mjs";

// `npm run test:full`, the second tier: what every submission must pass beside `npm test`. Tests of processes, builds
// and packages, the whole backend on PostgreSQL, and the other journeys.

/** These start the embedded database whatever TEST_DATABASE_URL says, or use none. */
const embeddedOnly = [
  ...["**/cli*.test.ts", "testing/**", "doctor/doctor.test.ts", "config/**"],
  ...["**/documentation.test.ts", "postgres-port/**", "database/pglite/**", "backup/**"],
  ...["server/backups/**", "server/server*.test.ts"],
  "server/test/{sockets,small-memory,compression,tls}.test.ts",
];

const suite = await Suite.open();

await suite.vitest("second tier on the embedded database", [
  ...["--project", "backend", "--project", "package", ".full.test."],
]);
await suite.vitest("second tier in Chromium", ["--project", "react", ".full.test."], {
  needsChromium: true,
});
await suite.vitest(
  "the backend in a tab, React 18, and the stories",
  ["browser", "react-18", "stories*"].flatMap((name) => ["--project", name]),
  { needsChromium: true },
);

const cluster = await startCluster();
if (cluster) {
  await suite.vitest(
    "tests on PostgreSQL",
    [
      // These wait for the server longer than they compute.
      "--maxWorkers=3",
      // The policies of the product are SQL as well.
      ...["--project", "backend", "packages/backend/src", "apps/web/src/data/files"],
      ...embeddedOnly.flatMap((tests) => ["--exclude", `packages/backend/src/${tests}`]),
    ],
    { databaseUrl: cluster.url },
  );
} else {
  await suite.skip("tests on PostgreSQL", "there is no PostgreSQL, and none could be installed");
}
await suite.journeys("other journeys", ["--project", "pglite", "--grep-invert", "@main"]);
if (cluster) {
  await suite.journeys("main journeys on PostgreSQL", ["--project", "postgres"], {
    databaseUrl: cluster.url,
  });
  await cluster.stop();
}

suite.conclude();
