import { gzipSync } from "node:zlib";
import { build, type InlineConfig } from "vite";

/** The size that imports add to a page, in bytes after minification and gzip, without React and the client. */
export interface Weight {
  /** The code that the page loads before it shows the form. */
  readonly script: number;
  /** Vite's loader for dynamic imports. A page with any dynamic import contains it once. */
  readonly loader: number;
  readonly style: number;
}

const entry = "virtual:page";

/** React and the client, which every application has. */
const applicationDependencies = /^(react|react-dom|@supabase\/(auth|supabase)-js)(\/|$)/;

/** Builds a page with these imports as an application would, and returns its size. */
export async function weigh(
  imports: string,
  config: InlineConfig,
  external = applicationDependencies,
): Promise<Weight> {
  const weight = { script: 0, loader: 0, style: 0 };
  for (const file of await bundlePage(imports, config, external)) {
    const bytes = gzipSync(file.type === "asset" ? file.source : file.code, { level: 9 }).length;
    if (file.type === "asset") weight.style += bytes;
    else if (file.name === "loader") weight.loader += bytes;
    else if (!file.isDynamicEntry) weight.script += bytes;
  }
  return weight;
}

/** Builds a page with these imports as an application would, and returns its files without writing them. */
export async function bundlePage(
  imports: string,
  config: InlineConfig,
  external = applicationDependencies,
) {
  const result = await build({
    configFile: false,
    logLevel: "error",
    ...config,
    plugins: [
      {
        name: "page",
        enforce: "pre",
        resolveId: (id) => (id === entry ? id : undefined),
        load: (id) => (id === entry ? imports : undefined),
      },
    ],
    build: {
      write: false,
      rolldownOptions: {
        input: entry,
        preserveEntrySignatures: "strict",
        external,
        output: { codeSplitting: { groups: [{ name: "loader", test: /preload-helper/ }] } },
      },
    },
  });
  if (!("output" in result)) throw new Error("The build has no output.");
  return result.output;
}
