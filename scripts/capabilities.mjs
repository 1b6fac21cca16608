import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "./process/run.mjs";

/*
 * Renders docs/client-methods.md: each capability of the official client with the test that uses it. The list
 * comes from the reference's repository and is stored in capabilities.json. A test's title begins with its
 * capability, such as "auth.sign_in.sign_up: signUp creates an account". `node scripts/capabilities.mjs --write`
 * writes the page; scripts/capabilities.test.ts fails if the page is out of date, or if a capability has neither
 * a test nor a reason.
 */

const folder = "packages/backend/test/capabilities";

export const pagePath = "docs/client-methods.md";

/**
 * The reference's list of capabilities, as stored here.
 *
 * @type {{
 *   reference: { repository: string, file: string, commit: string, date: string },
 *   capabilities: readonly string[],
 *   absent: Readonly<Record<string, string>>, }}
 */
export const list = JSON.parse(readFileSync(join(root, folder, "capabilities.json"), "utf8"));

/**
 * Returns the tests whose titles begin with a capability: `test("id: title"`, or `["id", "title"` in a table.
 *
 * @returns {readonly { readonly capability: string, readonly title: string, readonly file: string }[]}
 */
export function findTests() {
  const area = "(?:auth|client|database|functions|realtime|storage)";
  const pattern = new RegExp(`"(${area}\\.[a-z_0-9]+\\.[a-z_0-9]+)(?:: |",\\s*")([^"]+)"`, "g");
  return readdirSync(join(root, folder))
    .filter((name) => name.endsWith(".test.ts"))
    .flatMap((name) => {
      const text = readFileSync(join(root, folder, name), "utf8");
      return [...text.matchAll(pattern)].map(([, capability = "", title = ""]) => ({
        capability,
        title,
        file: `${folder}/${name}`,
      }));
    });
}

const areaTitles = {
  client: "The client",
  auth: "Auth",
  database: "Database",
  storage: "Storage",
  realtime: "Realtime",
  functions: "Functions",
};

/** Returns the text of the page. */
export function renderPage() {
  const tests = new Map(findTests().map((test) => [test.capability, test]));
  const { reference, capabilities, absent } = list;
  const count = capabilities.filter((id) => tests.has(id)).length;
  const sections = Object.entries(areaTitles).map(([area, title]) => {
    const ids = capabilities.filter((id) => id.startsWith(`${area}.`));
    const tested = ids.filter((id) => tests.has(id));
    const rows = ids.map((id) => {
      const test = tests.get(id);
      const name = `\`${id.slice(area.length + 1)}\``;
      return `| ${name} | ${test ? test.title : `Not here, because ${absent[id] ?? ""}`} |`;
    });
    const files = [...new Set(tested.map((id) => tests.get(id)?.file))].map(
      (file) => `[${file?.slice(folder.length + 1)}](../${file})`,
    );
    return `## ${title}

${tested.length} of ${ids.length}, tested in ${files.join(" and ")}.

| Capability | What the test shows |
| --- | --- |
${rows.join("\n")}
`;
  });
  return `# Methods of the client

Supabase keeps a list of what each of its clients can do. This page has each capability of [${reference.file}](https://github.com/${reference.repository}/blob/${reference.commit}/${reference.file}) (${reference.date}) with the test that uses it: through the unmodified \`@supabase/supabase-js\`, against a server that the test starts, on the embedded database and on PostgreSQL. **${count} of ${capabilities.length}** have a test. \`node scripts/capabilities.mjs --write\` writes this page from the tests.

${sections.join("\n")}`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  if (process.argv.includes("--write")) writeFileSync(join(root, pagePath), renderPage());
  else process.stdout.write(renderPage());
}
