import "./node-version.mjs";
import { Suite } from "./suite/suite.mjs";

// `npm test`, the first tier: types, lint, every wire's behavior on the embedded database, the forms in Chromium, the
// main journeys, and a smoke test of each wire on PostgreSQL. CONTRIBUTING.md says which test belongs to which tier.

const suite = await Suite.open();
await suite.check();

// The examples of the documentation have the names that their readers would give them.
const exclude = ["**/*.full.test.*", "**/testing/examples/**"];
await suite.vitest("tests on the embedded database", ["--project", "backend"], { exclude });
await suite.vitest("the forms in Chromium", ["--project", "react"], {
  exclude,
  needsChromium: true,
});
await suite.journeys("main journeys", ["--project", "pglite", "--grep", "@main"]);

await suite.onPostgres("smoke test on PostgreSQL", (databaseUrl) =>
  suite.vitest(
    "smoke test on PostgreSQL",
    ["--project", "backend", "packages/backend/test/smoke.test.ts"],
    { databaseUrl },
  ),
);

suite.conclude();
