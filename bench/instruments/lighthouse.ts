/**
 * Loads Lighthouse (https://github.com/GoogleChrome/lighthouse). It has a hundred dependencies, so it is installed on
 * first use, in a folder of its own.
 */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { npm } from "../../scripts/tools/npm.mjs";

/** The part of a Lighthouse report that the benchmarks read. */
export interface Report {
  readonly categories: Readonly<Record<string, { readonly score: number | null }>>;
  readonly audits: Readonly<
    Record<
      string,
      {
        readonly numericValue?: number;
        readonly details?: { readonly type: string; readonly overallSavingsBytes?: number };
      }
    >
  >;
}

export type Lighthouse = (
  url: string,
  flags: {
    readonly port: number;
    readonly logLevel: "error";
    readonly disableStorageReset: boolean;
  },
) => Promise<{ readonly lhr: Report } | undefined>;

export async function loadLighthouse(): Promise<Lighthouse> {
  const folder = new URL("./lighthouse/", import.meta.url);
  const entry = new URL("node_modules/lighthouse/core/index.js", folder);
  if (!existsSync(entry)) {
    const { code } = await npm(["ci", "--workspaces=false"], { cwd: fileURLToPath(folder) });
    if (code !== 0) throw new Error("Lighthouse could not be installed.");
  }
  return (await import(entry.href)).default;
}
