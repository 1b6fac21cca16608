/**
 * Returns the command that runs one failed Vitest test alone.
 *
 * @param {boolean} usesPostgres
 * @returns {(failure: import("./tally.mjs").Failure) => string}
 */
export function vitestCommand(usesPostgres) {
  // This is the kind of URL that `node scripts/cluster.mjs` prints.
  const variables = usesPostgres ? "TEST_DATABASE_URL=postgresql://… " : "";
  return ({ file, test }) => {
    const command = [`${variables}npx vitest run`, ...(file ? [file] : [])];
    if (test) command.push("-t", quotePattern(test.replaceAll(" > ", " ")));
    return command.join(" ");
  };
}

/**
 * Returns the command that runs one failed journey alone.
 *
 * @param {import("./tally.mjs").Failure} failure
 */
export function playwrightCommand({ file, test }) {
  const command = ["CI=1 npx playwright test --config e2e/playwright.config.ts"];
  const [, title, project] = test?.match(/^(.*) \((\w+)\)$/s) ?? [];
  if (project === "postgres") command.unshift("TEST_DATABASE_URL=postgresql://…");
  // Use "=", because otherwise `--project` takes all words that follow as names of projects.
  if (project) command.push(`--project=${project}`);
  if (file) command.push(file.replace(/^e2e\/journeys\//, ""));
  if (title) command.push("-g", quotePattern(title));
  return command.join(" ");
}

/**
 * Returns a regular expression that matches this title, quoted for a shell.
 *
 * @param {string} title
 */
function quotePattern(title) {
  return `'${title.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&").replaceAll("'", ".")}'`;
}
