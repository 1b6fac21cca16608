import "./tools/require-node-version.mjs";
import { Suite } from "./suite/suite.mjs";

// `npm test`, the first tier: types, lint, every wire's behavior on the embedded database, the forms in Chromium, the
// main journeys, and a smoke test of each wire on PostgreSQL. CONTRIBUTING.md says which test belongs to which tier.

const suite = await Suite.create();
await suite.check();

// The examples of the documentation run in the second tier. Their names do not say so, because readers copy them.
const exclude = ["**/*.full.test.*", "**/testing/examples/**"];
// Each of these stages spends a third of its time waiting, so two of them run concurrently.
await Promise.all([
  suite.runVitest("tests on the embedded database", ["--project", "backend"], { exclude }),
  suite.runVitest("the forms in Chromium", ["--project", "react"], {
    exclude,
    needsChromium: true,
  }),
]);
await Promise.all([
  suite.runJourneys("main journeys", ["--project", "pglite", "--grep", "@main"]),
  suite.onPostgres("smoke test on PostgreSQL", (databaseUrl) =>
    suite.runVitest(
      "smoke test on PostgreSQL",
      ["--project", "backend", "packages/backend/test/smoke.test.ts"],
      { databaseUrl },
    ),
  ),
]);

suite.finish();
