import { mkdtemp, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "vite";

export const kits = ["bare", "ours", "theirs"] as const;
export type Kit = (typeof kits)[number];

const pages = fileURLToPath(new URL("pages", import.meta.url));
const require = createRequire(import.meta.url);

/** One React for all: theirs would bring a React 18 of its own, and the page would have two. */
const react = ["react", "react-dom"].map((name) => ({
  find: new RegExp(`^${name}(?=$|/)`),
  replacement: dirname(require.resolve(`${name}/package.json`)),
}));

/** Builds a kit's page for production into a folder of its own, and returns the folder. */
export async function buildPage(kit: Kit): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `portico-bench-${kit}-`));
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${kit}</title></head><body><script type="module" src="${join(pages, kit)}.tsx"></script></body></html>`;
  await writeFile(join(folder, "index.html"), html);
  await build({
    ...common,
    root: folder,
    build: {
      ...common.build,
      outDir: "dist",
      rolldownOptions: { input: join(folder, "index.html") },
    },
    resolve: { conditions, alias: react },
  });
  return join(folder, "dist");
}

/** What a kit adds to a page, in bytes after minification and gzip. */
export interface Weight {
  /** What the page loads before it shows the form; React and the client are not counted. */
  readonly script: number;
  readonly style: number;
}

/** Weighs what a page has to load for these imports. */
export async function weigh(imports: string): Promise<Weight> {
  const entry = "\0entry";
  const result = await build({
    ...common,
    root: pages,
    resolve: { conditions },
    plugins: [
      {
        name: "entry",
        resolveId: (id) => (id === "entry" ? entry : undefined),
        load: (id) => (id === entry ? imports : undefined),
      },
    ],
    build: {
      ...common.build,
      write: false,
      rolldownOptions: {
        input: "entry",
        preserveEntrySignatures: "strict",
        external: /^(react|react-dom|@supabase\/(auth|supabase)-js)(\/|$)/,
      },
    },
  });
  if (!("output" in result)) throw new Error("The build gave no output.");
  let script = 0;
  let style = 0;
  for (const file of result.output) {
    if (file.type === "asset") style += gzipSync(file.source, { level: 9 }).length;
    else if (!file.isDynamicEntry) script += gzipSync(file.code, { level: 9 }).length;
  }
  return { script, style };
}

const conditions = ["portico-source", "module", "browser", "production"];

const common = {
  configFile: false,
  logLevel: "error",
  build: { target: "es2022", minify: true },
} as const;
