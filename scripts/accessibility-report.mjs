import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "./process/run.mjs";

/*
 * Renders packages/react/docs/conformance.md: the kit's conformance to WCAG, in the form of VPAT 2.5 (WCAG
 * edition). conformance-criteria.json has a row for each criterion, with the tests that show it. A test is named
 * by its file and title. `node scripts/accessibility-report.mjs --write` writes the page;
 * scripts/accessibility-report.test.ts fails if the page is out of date or a test does not exist.
 */

export const pagePath = "packages/react/docs/conformance.md";

/**
 * @typedef {object} Criterion
 * @property {string} id
 * @property {string} name
 * @property {"A" | "AA"} level
 * @property {"2.0" | "2.1" | "2.2"} since The version of WCAG that added it.
 * @property {"Supports" | "Partially Supports" | "Does Not Support" | "Not Applicable"} conformance
 * @property {string} remarks
 * @property {readonly string[]} tests The names of tests, in `tests`.
 */

/** @type {{ tests: Readonly<Record<string, { file: string, title: string }>>, criteria: readonly Criterion[] }} */
export const report = JSON.parse(
  readFileSync(join(root, "packages/react/test/conformance-criteria.json"), "utf8"),
);

/** Returns the text of the page. */
export function renderPage() {
  const names = Object.keys(report.tests);
  const tables = /** @type {const} */ (["A", "AA"]).map((level, index) => {
    const criteria = report.criteria.filter((criterion) => criterion.level === level);
    const rows = criteria.map(({ id, name, since, conformance, remarks, tests }) => {
      const numbers = tests.map((test) => names.indexOf(test) + 1).sort((a, b) => a - b);
      const proof = numbers.map((number) => `[${number}](#tests)`).join(", ");
      return `| ${id} ${name} (${since}) | ${conformance} | ${remarks} | ${proof || "none"} |`;
    });
    return `## Table ${index + 1}: Success criteria, level ${level}

| Criterion, and the version of WCAG that added it | Conformance level | Remarks and explanations | Tests |
| --- | --- | --- | --- |
${rows.join("\n")}
`;
  });
  const tests = Object.values(report.tests).map(
    ({ file, title }) => `1. \`${title}\` in [${fileName(file)}](../../../${file})`,
  );
  const withTest = report.criteria.filter((criterion) => criterion.tests.length > 0).length;
  return `# Accessibility conformance report

This report has the form of VPAT 2.5 (WCAG edition). It is a statement of the project itself: nobody outside has examined it. \`node scripts/accessibility-report.mjs --write\` writes it from a list of criteria and tests, and a test fails if one of these tests is renamed or removed.

- **Product:** \`@portico/react\`: the forms, the account page, the user button, \`<Protected>\` and the consent screen. The page around them, the application's own fields, and captchas of other providers are not part of it.
- **Version:** that of the package with this page.
- **Methods:** axe and other tests in Chromium, reading of the code, and [journeys with a screen reader](accessibility.md#screen-reader-results). NVDA, JAWS, Narrator, VoiceOver and TalkBack were not tested.
- **Standards:** Web Content Accessibility Guidelines 2.0, 2.1 and 2.2, levels A and AA. Level AAA was not evaluated.

The conformance levels are those of the VPAT: **Supports** (without known defects), **Partially Supports** (some functionality does not meet the criterion), **Does Not Support** and **Not Applicable**. ${withTest} of ${report.criteria.length} criteria have a test. A test shows only that its cases pass. Where the last column says "none", the statement rests on reading alone.

${tables.join("\n")}
## Tests

Each runs in Chromium. \`%s\` stands for each view, language or size.

${tests.join("\n")}
`;
}

/** @param {string} path */
function fileName(path) {
  return path.slice(path.lastIndexOf("/") + 1);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  if (process.argv.includes("--write")) writeFileSync(join(root, pagePath), renderPage());
  else process.stdout.write(renderPage());
}
