import { existsSync } from "node:fs";
import { join } from "node:path";

/**
 * An official test suite: a folder of a repository that the user has cloned.
 *
 * @typedef {object} Suite
 * @property {string} name
 * @property {string} folder The package of the suite, in the checkout.
 * @property {string} project The folder with the suite's `supabase/`, in the checkout.
 * @property {readonly string[]} jest The arguments that the suite's own command gives to Jest.
 * @property {readonly string[]} [prepare] A script of the suite that Node runs before the server starts.
 * @property {boolean} [needsPostgis]
 */

/** The repository of all suites, and the name of its folder in the folder of the checkouts. */
export const repository = { url: "https://github.com/supabase/supabase-js", name: "supabase-js" };

const core = "packages/core";

/** @type {readonly Suite[]} */
export const suites = [
  {
    name: "auth-js",
    folder: `${core}/auth-js`,
    project: `${core}/auth-js/test`,
    jest: ["--config", "jest.config.cli.js"],
    prepare: ["test/generate-signing-keys.js"],
  },
  {
    name: "postgrest-js",
    folder: `${core}/postgrest-js`,
    project: `${core}/postgrest-js/test`,
    // The tests of `v12` are for a PostgREST of that version, in a container.
    jest: ["--testPathIgnorePatterns=test/v12/"],
    needsPostgis: true,
  },
  {
    name: "storage-js",
    folder: `${core}/storage-js`,
    project: `${core}/storage-js/test`,
    jest: [],
  },
  {
    name: "supabase-js",
    folder: `${core}/supabase-js`,
    project: `${core}/supabase-js`,
    jest: ["test/integration.test.ts"],
  },
];

/**
 * Returns the checkout of the suites in a folder of checkouts.
 *
 * @param {string} checkouts
 */
export const checkoutOf = (checkouts) => join(checkouts, repository.name);

/**
 * Says what is missing in a folder of checkouts, and the commands that add it.
 *
 * @param {string} checkouts
 * @param {readonly Suite[]} chosen
 * @returns {string | undefined} undefined if nothing is missing
 */
export function missingCheckout(checkouts, chosen) {
  const checkout = checkoutOf(checkouts);
  const commands = [];
  if (!existsSync(checkout)) commands.push(`git clone ${repository.url} ${checkout}`);
  const isInstalled = chosen.every(({ folder }) =>
    ["node_modules/.bin/jest", "dist"].every((name) => existsSync(join(checkout, folder, name))),
  );
  if (!isInstalled)
    commands.push(
      `cd ${checkout}`,
      "npx pnpm install --frozen-lockfile",
      `npx pnpm --filter "@supabase/supabase-js..." build`,
    );
  if (commands.length === 0) return undefined;
  const names = chosen.map(({ name }) => name).join(", ");
  return `The suites (${names}) are not ready in ${checkout}. Run:

${commands.map((command) => `  ${command}`).join("\n")}`;
}
