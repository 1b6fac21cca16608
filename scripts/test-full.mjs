import "./node-version.mjs";
import { ensureRedis } from "./redis.mjs";
import { Suite } from "./suite/suite.mjs";

// `npm run test:full`, the second tier, which every submission must pass in addition to `npm test`: tests of
// processes, builds and packages, the whole backend on PostgreSQL, and the other journeys.

/** These tests start the embedded database whatever TEST_DATABASE_URL is, or use none. */
const embeddedOnly = [
  ...["**/cli*.test.ts", "testing/**", "doctor/doctor.test.ts", "config/**"],
  ...["**/documentation.test.ts", "postgres-port/**", "database/pglite/**", "backup/**"],
  ...["server/backups/**", "server/server*.test.ts", "commands/!(start-detached)*.test.ts"],
  "commands/{db,migration}/**",
  ...["dev/**", "vite/**", "snapshots/**", "replacement/**", "schema-diff/**", "control/**"],
  "server/test/{sockets,small-memory,compression,tls}.full.test.ts",
];

const suite = await Suite.open();
// Without Redis its tests are skipped, and the report says so. The first tier has none.
await ensureRedis();

await suite.vitest("processes, builds and packages", [
  ...["--project", "backend", "--project", "package"],
  ...[".full.test.", "testing/examples/", "packages/react/", "site/test/"],
]);
await suite.vitest("every look of the forms", ["--project", "react", ".full.test."], {
  needsChromium: true,
});
await suite.vitest(
  "the backend in a tab, React 18, and the stories",
  ["browser", "react-18", "stories*"].flatMap((name) => ["--project", name]),
  { needsChromium: true },
);
await suite.journeys("other journeys", ["--project", "pglite", "--grep-invert", "@main"]);

await suite.onPostgres("tests on PostgreSQL", async (databaseUrl) => {
  await suite.vitest(
    "tests on PostgreSQL",
    [
      // These tests wait for the server longer than they compute.
      "--maxWorkers=3",
      // The policies of the product are SQL, too.
      ...["--project", "backend", "packages/backend/src", "apps/web/src/data/files"],
    ],
    { databaseUrl, exclude: embeddedOnly.map((tests) => `packages/backend/src/${tests}`) },
  );
  await suite.journeys("main journeys on PostgreSQL", ["--project", "postgres"], { databaseUrl });
});

suite.conclude();
