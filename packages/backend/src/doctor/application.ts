import { readFile, realpath } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { z } from "zod";
import { doubtful, type Finding, wrong } from "./finding.ts";

const namesSchema = z.record(z.string(), z.unknown()).catch({});
const manifestSchema = z.object({
  name: z.string().catch(""),
  version: z.string().catch("unknown"),
  dependencies: namesSchema,
  peerDependencies: namesSchema,
});

/** Examines the packages that an application would load: its direct and indirect dependencies. */
export async function examineApplication(directory: string): Promise<Finding[]> {
  const packages = await dependencyClosure(await realpath(directory));
  const reactPackages = packages.filter(({ name }) => name === "react");
  const findings: Finding[] = [];
  if (reactPackages.length > 1) {
    const locations = reactPackages.map(({ path, version, requiredBy }) => {
      const location = relative(directory, path);
      return `${version} in ${location} (for ${requiredBy})`;
    });
    findings.push(
      wrong(
        `There are ${reactPackages.length} copies of React, ${locations.join(", ")}: a component that finds the wrong ` +
          `one ends in "Cannot read properties of null (reading 'useState')" or "Invalid hook call".`,
        "Update the package that requires the other copy, then run npm dedupe.",
      ),
    );
  }
  if (packages.some(({ name }) => name === "@supabase/auth-ui-react")) {
    findings.push(
      doubtful(
        "@supabase/auth-ui-react is still installed. It is archived, and brings its own copy of React 18.",
        "npx @portico/react migrate",
      ),
    );
  }
  return findings;
}

interface LoadedPackage {
  readonly name: string;
  readonly version: string;
  readonly path: string;
  /** The package that depends on it, or the first of several. */
  readonly requiredBy: string;
}

/** Returns all packages that an application depends on, directly or indirectly, the nearest first. */
async function dependencyClosure(directory: string): Promise<LoadedPackage[]> {
  const packagesByPath = new Map<string, LoadedPackage>();
  let currentFolders = [directory];
  while (currentFolders.length > 0) {
    const nextFolders: string[] = [];
    for (const folder of currentFolders) {
      const {
        name: requiredBy,
        dependencies,
        peerDependencies,
      } = (await readManifest(folder)) ?? {
        name: "",
      };
      for (const name of Object.keys({ ...dependencies, ...peerDependencies })) {
        const path = await resolvePackage(name, folder);
        if (path === undefined || packagesByPath.has(path)) continue;
        const packageManifest = await readManifest(path);
        packagesByPath.set(path, {
          name,
          version: packageManifest?.version ?? "unknown",
          path,
          requiredBy: requiredBy || "it",
        });
        nextFolders.push(path);
      }
    }
    currentFolders = nextFolders;
  }
  return [...packagesByPath.values()];
}

/**
 * Returns the folder where Node.js finds a package
 * (https://nodejs.org/api/modules.html#loading-from-node_modules-folders).
 */
async function resolvePackage(name: string, startFolder: string): Promise<string | undefined> {
  for (let folder = startFolder; ; folder = dirname(folder)) {
    const path = await realpath(join(folder, "node_modules", name)).catch(() => undefined);
    if (path !== undefined) return path;
    if (folder === dirname(folder)) return undefined;
  }
}

async function readManifest(path: string) {
  const text = await readFile(join(path, "package.json"), "utf8").catch(() => "");
  try {
    return manifestSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
