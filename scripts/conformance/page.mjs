import { suites } from "./suites.mjs";

/** The page with the last figures. `npm run conformance -- --suites DIR --write` writes it. */
export const pagePath = "docs/official-suites.md";

/**
 * The reasons why tests do not pass, by title.
 *
 * @type {Readonly<Record<string, string>>}
 */
const reasons = {
  "explain with options":
    "It compares the planner's settings with those of the machine that recorded the test ([details](rest-api.md#measured-against-the-reference)).",
};

/** @param {Record<string, import("./figures.mjs").Figures>} figures */
export function renderPage(figures) {
  const rows = suites.flatMap(({ name, folder, repository }) => {
    const entry = figures[name];
    if (!entry) return [];
    const { version, commit, results, date } = entry;
    const link = `[${name}](${repository.url}/tree/${commit}/${folder})`;
    const cells = ["embedded", "postgresql"].map((engine) => formatResult(results[engine]));
    return [`| ${[link, version, ...cells, date].join(" | ")} |`];
  });
  const failures = suites.flatMap(({ name }) =>
    Object.entries(figures[name]?.results ?? {}).flatMap(([engine, { failed }]) =>
      failed.map(
        (title) => `| ${name}, ${engine} | ${title} | ${reasons[title] ?? "not explained yet"} |`,
      ),
    ),
  );
  const versions = Object.values(figures)[0]?.versions ?? {};
  return `# The official suites

Supabase tests its clients and servers with suites of its own. These are the results of the same suites, with their own runner, against \`portico start\` on each suite's project folder. The embedded database is PGlite ${versions["pglite"]}, the server PostgreSQL ${versions["postgresql"]}, and both run on Node ${versions["node"]}.

| Suite | Version | Embedded | PostgreSQL | Measured |
| --- | --- | --- | --- | --- |
${rows.join("\n")}

Of supabase-js it is \`test/integration.test.ts\`, of postgrest-js all but the tests for PostgREST 12, and of auth-js all but those for containers with other settings. Skipped tests are skipped by the suite itself.

${
  failures.length === 0
    ? "All tests of these suites pass."
    : `These tests do not pass:

| Suite | Test | Why |
| --- | --- | --- |
${failures.join("\n")}`
}

## Run them

\`\`\`sh
git clone https://github.com/supabase/supabase-js suites/supabase-js
git clone https://github.com/supabase/realtime suites/realtime
npm run conformance -- --suites suites
\`\`\`

The command says what else to install. A name after the folder (\`auth-js\`) runs that suite alone, and \`--write\` writes this page. It uses the ports 54321 and 54322, because the suites contain them. The suites also contain the keys of every local project of the Supabase CLI, which Portico refuses on a PostgreSQL server; they are replaced by the server's own while Jest reads the files. The tests of postgrest-js need PostGIS: for the embedded database it is installed on the first run, and PostgreSQL must have it.

[PostgREST's own specification](rest-api.md#measured-against-the-reference) is run by hand: it is written in Haskell and calls PostgREST inside its own process.
`;
}

/** @param {import("./suites.mjs").Result | undefined} result */
function formatResult(result) {
  if (!result) return "not run";
  const { passed, failed, skipped } = result;
  const total = passed + failed.length;
  return `${passed} of ${total}${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}
