import { existsSync } from "node:fs";
import { join } from "node:path";
import { runJest } from "./run-jest.mjs";
import { runRealtimeCheck } from "./run-realtime-check.mjs";

/**
 * A repository with suites, which the user has cloned.
 *
 * @typedef {object} Repository
 * @property {string} url
 * @property {string} name The name of its folder in the folder of the checkouts.
 * @property {readonly string[]} installed What exists in the folder of each suite after the commands have run.
 * @property {(checkout: string) => readonly string[]} commands The commands that install its packages.
 */

/**
 * @typedef {object} Result
 * @property {number} passed
 * @property {number} skipped
 * @property {readonly string[]} failed The titles of the tests.
 */

/**
 * The server that a suite tests.
 *
 * @typedef {object} TestedServer
 * @property {string} cwd The folder of the suite.
 * @property {import("./keys.mjs").Keys} keys
 * @property {string} url
 * @property {string} databaseUrl
 */

/**
 * An official test suite: a folder of a repository.
 *
 * @typedef {object} Suite
 * @property {string} name
 * @property {Repository} repository
 * @property {string} folder The package of the suite, in the checkout.
 * @property {string} project The folder with the suite's `supabase/`, in the checkout.
 * @property {(server: TestedServer) => Promise<Result>} run
 * @property {readonly string[]} [prepare] A script of the suite that Node runs before the server starts.
 * @property {boolean} [needsPostgis]
 */

/** @type {Repository} */
const clients = {
  url: "https://github.com/supabase/supabase-js",
  name: "supabase-js",
  installed: ["node_modules/.bin/jest", "dist"],
  commands: (checkout) => [
    `cd ${checkout}`,
    "npx pnpm install --frozen-lockfile",
    `npx pnpm --filter "@supabase/supabase-js..." build`,
  ],
};

/** @type {Repository} */
const realtime = {
  url: "https://github.com/supabase/realtime",
  name: "realtime",
  installed: ["node_modules/.bin/bun"],
  commands: (checkout) => [`cd ${join(checkout, "test/e2e")}`, "npm install --no-save bun"],
};

const core = "packages/core";

/** @type {readonly Suite[]} */
export const suites = [
  {
    name: "auth-js",
    repository: clients,
    folder: `${core}/auth-js`,
    project: `${core}/auth-js/test`,
    run: runJest("--config", "jest.config.cli.js"),
    prepare: ["test/generate-signing-keys.js"],
  },
  {
    name: "postgrest-js",
    repository: clients,
    folder: `${core}/postgrest-js`,
    project: `${core}/postgrest-js/test`,
    // The tests of `v12` are for a PostgREST of that version, in a container.
    run: runJest("--testPathIgnorePatterns=test/v12/"),
    needsPostgis: true,
  },
  {
    name: "storage-js",
    repository: clients,
    folder: `${core}/storage-js`,
    project: `${core}/storage-js/test`,
    run: runJest(),
  },
  {
    name: "supabase-js",
    repository: clients,
    folder: `${core}/supabase-js`,
    project: `${core}/supabase-js`,
    run: runJest("test/integration.test.ts"),
  },
  {
    name: "realtime-check",
    repository: realtime,
    folder: "test/e2e",
    project: "test/e2e",
    run: runRealtimeCheck,
  },
];

/**
 * Returns the path of a suite's checkout.
 *
 * @param {string} checkouts
 * @param {Suite} suite
 */
export const checkoutOf = (checkouts, { repository }) => join(checkouts, repository.name);

/**
 * Returns a message that lists what is missing in a folder of checkouts, and the commands that add it.
 *
 * @param {string} checkouts
 * @param {readonly Suite[]} chosen
 * @returns {string | undefined} undefined if nothing is missing
 */
export function missingCheckout(checkouts, chosen) {
  const missing = chosen.filter((suite) =>
    suite.repository.installed.some(
      (name) => !existsSync(join(checkoutOf(checkouts, suite), suite.folder, name)),
    ),
  );
  if (missing.length === 0) return undefined;
  const commands = [...new Set(missing.map(({ repository }) => repository))].flatMap(
    (repository) => {
      const checkout = join(checkouts, repository.name);
      const clone = existsSync(checkout) ? [] : [`git clone ${repository.url} ${checkout}`];
      return [...clone, ...repository.commands(checkout)];
    },
  );
  const names = missing.map(({ name }) => name).join(", ");
  return `The suites (${names}) are not ready in ${checkouts}. Run:

${commands.map((command) => `  ${command}`).join("\n")}`;
}
