import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const vite = fileURLToPath(new URL("../../node_modules/vite/bin/vite.js", import.meta.url));

/** The source folders of the pages: the product, and a page that uses the kit in both flows. */
export const sources = {
  product: fileURLToPath(new URL("../../apps/web", import.meta.url)),
  kit: fileURLToPath(new URL("page", import.meta.url)),
} as const;

/** A built page, and the function that removes it. */
export interface BuiltPage {
  readonly folder: string;
  remove(): Promise<void>;
}

/** Builds a page for a hosted project, with the two variables that the README documents. */
export async function buildPage(source: string, url: string): Promise<BuiltPage> {
  const folder = await mkdtemp(join(tmpdir(), "reference-page-"));
  await promisify(execFile)(process.execPath, [vite, "build", "--outDir", folder], {
    cwd: source,
    env: {
      ...process.env,
      VITE_SUPABASE_URL: url,
      VITE_SUPABASE_PUBLISHABLE_KEY: "sb_publishable_reference",
    },
  });
  return { folder, remove: () => rm(folder, { recursive: true }) };
}
