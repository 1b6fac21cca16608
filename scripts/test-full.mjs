import "./tools/require-node-version.mjs";
import { Suite } from "./suite/suite.mjs";
import { ensureRedis } from "./tools/redis.mjs";

// `npm run test:full`, the second tier, which every submission must pass in addition to `npm test`: tests of processes,
// builds and packages, the whole backend on PostgreSQL, and the other journeys.

/** These tests use the embedded database even if TEST_DATABASE_URL is set, or use no database. */
const embeddedOnlyTests = [
  "**/cli*.test.ts",
  "testing/**",
  "doctor/doctor.test.ts",
  "config/**",
  "**/documentation.test.ts",
  "postgres-port/**",
  "database/pglite/**",
  "backup/**",
  "server/backups/**",
  "server/server*.test.ts",
  "commands/!(start-detached)*.test.ts",
  "commands/{db,migration}/**",
  "dev/**",
  "vite/**",
  "snapshots/**",
  "replacement/**",
  "schema-diff/**",
  "control/**",
  "server/test/{sockets,small-memory,compression,tls}.full.test.ts",
];

const suite = await Suite.create();
// If Redis is missing, its tests are skipped, and the report says so. The first tier does not use Redis.
await ensureRedis();

await suite.runVitest("processes, builds and packages", [
  "--project",
  "backend",
  "--project",
  "package",
  ".full.test.",
  "testing/examples/",
  "packages/react/",
  "site/test/",
]);
await suite.runVitest("every look of the forms", ["--project", "react", ".full.test."], {
  needsChromium: true,
});
await suite.runVitest(
  "the backend in a tab, React 18, and the stories",
  ["browser", "react-18", "stories*"].flatMap((name) => ["--project", name]),
  { needsChromium: true },
);
await suite.runJourneys("other journeys", ["--project", "pglite", "--grep-invert", "@main"]);

await suite.onPostgres("tests on PostgreSQL", async (databaseUrl) => {
  await suite.runVitest(
    "tests on PostgreSQL",
    [
      // These tests spend more time waiting for the server than computing.
      "--maxWorkers=3",
      // The policies of apps/web are tested on PostgreSQL as well.
      "--project",
      "backend",
      "packages/backend/src",
      "apps/web/src/data/files",
      "packages/backend/test/capabilities",
    ],
    { databaseUrl, exclude: embeddedOnlyTests.map((pattern) => `packages/backend/src/${pattern}`) },
  );
  await suite.runJourneys("main journeys on PostgreSQL", ["--project", "postgres"], {
    databaseUrl,
  });
});

suite.finish();
