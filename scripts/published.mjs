import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./process/run.mjs";

/** Returns the folders of the packages that are published, such as `packages/react`. */
export function publishedPackages() {
  return readdirSync(join(root, "packages"))
    .map((name) => `packages/${name}`)
    .filter((folder) => {
      const manifest = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"));
      return manifest.private !== true;
    });
}

/**
 * Returns the manifest with the package's repository and the URL for bug reports. A fork's manifest names the fork.
 *
 * @param {Readonly<Record<string, unknown>>} manifest
 * @param {{ repository: string, folder: string, funding?: string | undefined }} origin the repository as GitHub names
 * it, `owner/name`, and the URL for donations
 */
export function withRepository(manifest, { repository, folder, funding }) {
  const address = `https://github.com/${repository}`;
  return {
    ...manifest,
    repository: { type: "git", url: `git+${address}.git`, directory: folder },
    bugs: { url: `${address}/issues` },
    homepage: `${address}/tree/main/${folder}#readme`,
    ...(funding && { funding }),
  };
}
