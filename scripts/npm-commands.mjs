import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./process/run.mjs";

/*
 * The documented commands that need the packages on npm. Until the packages are published, each page shows what
 * works from a checkout. On the day of the release, set the constant to true and run `node
 * scripts/npm-commands.mjs --write`, which switches every page. scripts/npm-commands.test.ts fails if a page does
 * not match the constant.
 */

/** True once the packages are on npm. */
export const isOnNpm = false;

/** @param {string} name */
const archive = (name) => {
  const manifest = readFileSync(join(root, "packages", name, "package.json"), "utf8");
  return `../portico/portico-${name}-${JSON.parse(manifest).version}.tgz`;
};

/**
 * The texts of each page before and after the release. The order matters: a later pair can be part of an earlier one.
 *
 * @type {readonly (readonly [checkout: string, npm: string])[]}
 */
export const commands = [
  [
    `npm install --prefix /opt/portico --omit=dev ${archive("backend")}`,
    "npm install --prefix /opt/portico --omit=dev @portico/backend",
  ],
  [`npm install ${archive("react")}`, "npm install @portico/react"],
  [`npm install -D ${archive("backend")}`, "npm install -D @portico/backend"],
  [`npx ${archive("react")} migrate`, "npx @portico/react migrate"],
  [`npx ${archive("backend")} start`, "npx @portico/backend start"],
  ["npm run create -- ../my-app --template", "npm create portico my-app -- --template"],
  ["npm run create -- ../my-app", "npm create portico my-app"],
  ["cd ../my-app", "cd my-app"],
];

/**
 * The passages that exist only before the release, as they are in the files.
 *
 * @type {readonly string[]}
 */
export const notices = [
  `
Portico is not on npm yet. The archives come from a checkout of its repository, in the folder \`portico\` beside your application:

\`\`\`sh
npm ci
npm run build -w packages/backend
npm pack -w packages/react -w packages/backend
\`\`\`
`,
  `
Portico is not on npm yet: [the quick start](docs/quick-start.md) makes the archive from a checkout, and says where the URL and the key come from.
`,
  `
Portico is not on npm yet: [the quick start](../react/docs/quick-start.md) makes the archive from a checkout.
`,
  `
Portico is not on npm yet: [the quick start](quick-start.md) makes the archive from a checkout.
`,
  `
Portico is not on npm yet: run this in a checkout of its repository.
`,
];

/** Returns the files that show commands: pages, the registry's texts, and the front page of the site. */
export function pages() {
  const patterns = ["*.md", "*.mdx", "*.txt", "registry/registry.json"];
  const trackedFiles = execFileSync("git", ["ls-files", ...patterns], {
    cwd: root,
    encoding: "utf8",
  });
  // Skip decision records, which describe the state on their date.
  return trackedFiles
    .split("\n")
    .filter((file) => file && !/CHANGELOG|^\.changeset|decisions\//.test(file));
}

/**
 * Returns the text of a page after the release.
 *
 * @param {string} text
 */
export function releasedText(text) {
  const withoutNotices = notices.reduce((page, notice) => page.replaceAll(notice, ""), text);
  return commands.reduce((page, [checkout, npm]) => page.replaceAll(checkout, npm), withoutNotices);
}

if (process.argv[1] === import.meta.filename && process.argv.includes("--write")) {
  for (const file of pages()) {
    const path = join(root, file);
    const text = readFileSync(path, "utf8");
    if (releasedText(text) !== text) writeFileSync(path, releasedText(text));
  }
}
