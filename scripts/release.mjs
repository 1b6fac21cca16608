import "./tools/require-node-version.mjs";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root, run } from "./process/run.mjs";
import { publishedPackages, withRepository } from "./published.mjs";
import { productNode } from "./tools/node.mjs";
import { npm } from "./tools/npm.mjs";

// `npm run release`, which the release workflow runs: builds the packages, and publishes those whose version is not
// published yet. Their manifests name their origin, because npm refuses a provenance statement for another
// repository.

const repository = process.env["GITHUB_REPOSITORY"];
if (!repository) {
  console.error(
    "GITHUB_REPOSITORY (owner/name) is not set. Only .github/workflows/release.yml makes releases.",
  );
  process.exit(1);
}

for (const folder of publishedPackages()) {
  const file = join(root, folder, "package.json");
  const manifest = JSON.parse(readFileSync(file, "utf8"));
  const manifestWithOrigin = withRepository(manifest, {
    repository,
    folder,
    funding: process.env["FUNDING_URL"],
  });
  writeFileSync(file, `${JSON.stringify(manifestWithOrigin, null, 2)}\n`);
  const { code } = await npm(["run", "build", "--workspace", folder, "--if-present"], {
    show: true,
  });
  if (code !== 0) process.exit(code);
}

const changesets = join(root, "node_modules/@changesets/cli/bin.js");
const { code } = await run(productNode(), [changesets, "publish"], { show: true });
process.exitCode = code;
