import { mkdtemp, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { type Weight, weigh } from "../../packages/react/test/weigh.ts";

export const kits = ["bare", "ours", "theirs"] as const;
export type Kit = (typeof kits)[number];

const pages = fileURLToPath(new URL("pages", import.meta.url));
const require = createRequire(import.meta.url);

/**
 * All kits use this React. The archived kit would otherwise load its own React 18, and the page would have two.
 */
const react = ["react", "react-dom"].map((name) => ({
  find: new RegExp(`^${name}(?=$|/)`),
  replacement: dirname(require.resolve(`${name}/package.json`)),
}));

/** Builds a kit's page for production into its own folder, and returns the folder. */
export async function buildPage(kit: Kit): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `portico-bench-${kit}-`));
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${kit}</title></head><body><script type="module" src="${join(pages, kit)}.tsx"></script></body></html>`;
  await writeFile(join(folder, "index.html"), html);
  await build({
    ...commonOptions,
    root: folder,
    build: {
      ...commonOptions.build,
      outDir: "dist",
      rolldownOptions: { input: join(folder, "index.html") },
    },
    resolve: { conditions, alias: react },
  });
  return join(folder, "dist");
}

/** Returns the size of what a page has to load for these imports. */
export function weighKit(imports: string): Promise<Weight> {
  return weigh(imports, { root: pages, resolve: { conditions } });
}

const conditions = ["portico-source", "module", "browser", "production"];

const commonOptions = {
  configFile: false,
  logLevel: "error",
  build: { target: "es2022", minify: true },
} as const;
