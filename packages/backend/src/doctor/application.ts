import { readFile, realpath } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { z } from "zod";
import { doubtful, type Finding, wrong } from "./finding.ts";

const names = z.record(z.string(), z.unknown()).catch({});
const manifest = z.object({
  name: z.string().catch(""),
  version: z.string().catch("unknown"),
  dependencies: names,
  peerDependencies: names,
});

/** Examines what an application's own code would load: its package.json, and its dependencies. */
export async function examineApplication(directory: string): Promise<Finding[]> {
  const loaded = await closure(await realpath(directory));
  const reacts = loaded.filter(({ name }) => name === "react");
  const findings: Finding[] = [];
  if (reacts.length > 1) {
    const places = reacts.map(({ path, version, by }) => {
      const place = relative(directory, path);
      return `${version} in ${place} (for ${by})`;
    });
    findings.push(
      wrong(
        `There are ${reacts.length} Reacts, ${places.join(", ")}: a component that finds the wrong ` +
          `one ends in "Cannot read properties of null (reading 'useState')" or "Invalid hook call".`,
        "Bring what wants the other one up to date, then npm dedupe.",
      ),
    );
  }
  if (loaded.some(({ name }) => name === "@supabase/auth-ui-react")) {
    findings.push(
      doubtful(
        "@supabase/auth-ui-react is installed still. It is archived, and brings a React 18 of its own.",
        "npx @portico/react migrate",
      ),
    );
  }
  return findings;
}

interface Loaded {
  readonly name: string;
  readonly version: string;
  readonly path: string;
  /** The package that loads it: the first found. */
  readonly by: string;
}

/** Every package that an application depends on, also indirectly, the nearest first. */
async function closure(directory: string): Promise<Loaded[]> {
  const seen = new Map<string, Loaded>();
  let front = [directory];
  while (front.length > 0) {
    const next: string[] = [];
    for (const from of front) {
      const {
        name: by,
        dependencies,
        peerDependencies,
      } = (await manifestAt(from)) ?? {
        name: "",
      };
      for (const name of Object.keys({ ...dependencies, ...peerDependencies })) {
        const path = await resolvePackage(name, from);
        if (path === undefined || seen.has(path)) continue;
        const found = await manifestAt(path);
        seen.set(path, { name, version: found?.version ?? "unknown", path, by: by || "it" });
        next.push(path);
      }
    }
    front = next;
  }
  return [...seen.values()];
}

/**
 * The folder in which Node.js finds a package
 * (https://nodejs.org/api/modules.html#loading-from-node_modules-folders).
 */
async function resolvePackage(name: string, from: string): Promise<string | undefined> {
  for (let folder = from; ; folder = dirname(folder)) {
    const path = await realpath(join(folder, "node_modules", name)).catch(() => undefined);
    if (path !== undefined) return path;
    if (folder === dirname(folder)) return undefined;
  }
}

async function manifestAt(path: string) {
  const text = await readFile(join(path, "package.json"), "utf8").catch(() => "");
  try {
    return manifest.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
