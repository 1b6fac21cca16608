import { chromium } from "./chromium.mjs";
import { installDebianPackage } from "./debian.mjs";
import { productNode } from "./node.mjs";
import { print, printProgress, stopwatch } from "./print.mjs";
import { run } from "./run.mjs";

/**
 * Finds a Chromium that runs on this machine: its own, else the one that Playwright downloads, else Debian's package.
 *
 * @returns {Promise<string | undefined>} its executable, or undefined when none is available
 */
export async function ensureChromium() {
  return (await ownChromium()) ?? (await downloaded()) ?? (await packaged());
}

async function ownChromium() {
  return working(chromium().executable);
}

async function downloaded() {
  const { chromium: browser } = await import("playwright-core");
  const playwrightsChromium = await working(browser.executablePath());
  if (playwrightsChromium) return playwrightsChromium;
  print("There is no Chromium on this machine: downloading one ...");
  const elapsed = stopwatch();
  const install = ["node_modules/playwright-core/cli.js", "install", "chromium"];
  await printProgress(() => `  ${elapsed()}`, run(productNode(), install, { limit: 180_000 }));
  return working(browser.executablePath());
}

async function packaged() {
  print("It could not be downloaded or does not run: trying Debian's package ...");
  for (const name of ["chromium-headless-shell", "chromium"]) {
    if (await installDebianPackage(name)) return ownChromium();
  }
  return undefined;
}

/**
 * Returns the executable if it runs: a download may lack libraries, and a system may have a stand-in.
 *
 * @param {string | undefined} executable
 */
async function working(executable) {
  if (!executable) return undefined;
  const { code } = await run(executable, ["--version"], { limit: 30_000 });
  return code === 0 ? executable : undefined;
}
