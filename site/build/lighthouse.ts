import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "../../scripts/tools/chromium.mjs";
import { serve } from "./serve.ts";

/*
 * Runs Lighthouse on the built site with its default settings, a phone on a slow network. Prints the four scores
 * of each page, and fails if a page of `perfectPaths` has one below 100. `lighthouse` must be on the PATH.
 */

const perfectPaths = ["/", "/kit/quick-start/"];
const paths = [...perfectPaths, "/playground/"];
const categories = ["performance", "accessibility", "best-practices", "seo"];

const browser = chromium();
const server = await serve(fileURLToPath(new URL("../dist/", import.meta.url)), 0);
const folder = mkdtempSync(join(tmpdir(), "portico-lighthouse-"));

for (const path of paths) {
  const output = join(folder, "report.json");
  const code = await run([
    `${server.origin}${path}`,
    "--quiet",
    "--output=json",
    `--output-path=${output}`,
    `--only-categories=${categories.join()}`,
    `--chrome-flags=--headless=new ${browser.args.join(" ")}`,
  ]);
  if (code !== 0) process.exit(code);
  const report: Report = JSON.parse(readFileSync(output, "utf8"));
  const figures = categories.map((name) => Math.round((report.categories[name]?.score ?? 0) * 100));
  console.log(
    `${path}: ${categories.map((name, index) => `${name} ${figures[index]}`).join(", ")}`,
  );
  if (!figures.some((figure) => figure < 100)) continue;
  for (const { id, score, title } of Object.values(report.audits))
    if (score !== null && score < 0.9) console.log(`  ${id}: ${title}`);
  if (perfectPaths.includes(path)) process.exitCode = 1;
}
server.close();
rmSync(folder, { recursive: true });

interface Report {
  readonly categories: Readonly<Record<string, { readonly score: number | null }>>;
  readonly audits: Readonly<
    Record<string, { readonly id: string; readonly score: number | null; readonly title: string }>
  >;
}

/** Runs Lighthouse in its own process, so that it cannot block the server. */
function run(parameters: readonly string[]): Promise<number> {
  const env = { ...process.env, CHROME_PATH: browser.executable };
  const child = spawn("lighthouse", parameters, { stdio: "inherit", env });
  return new Promise((resolve) => child.on("exit", (code) => resolve(code ?? 1)));
}
