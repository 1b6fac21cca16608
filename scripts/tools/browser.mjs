import { print, printProgress, stopwatch } from "../process/print.mjs";
import { run } from "../process/run.mjs";
import { chromium } from "./chromium.mjs";
import { installDebianPackage } from "./debian.mjs";
import { productNode } from "./node.mjs";

/**
 * Finds a Chromium that runs on this machine: an installed one, else Playwright's download, else Debian's package.
 *
 * @returns {Promise<string | undefined>} its executable, or undefined when none is available
 */
export async function ensureChromium() {
  return (await findInstalled()) ?? (await downloadBrowser()) ?? (await installPackage());
}

async function findInstalled() {
  return ifRunnable(chromium().executable);
}

async function downloadBrowser() {
  const { chromium: browser } = await import("playwright-core");
  const playwrightsChromium = await ifRunnable(browser.executablePath());
  if (playwrightsChromium) return playwrightsChromium;
  print("There is no Chromium on this machine: downloading one ...");
  const elapsed = stopwatch();
  const install = ["node_modules/playwright-core/cli.js", "install", "chromium"];
  await printProgress(() => `  ${elapsed()}`, run(productNode(), install, { timeoutMs: 180_000 }));
  return ifRunnable(browser.executablePath());
}

async function installPackage() {
  print("It could not be downloaded or does not run: trying Debian's package ...");
  for (const name of ["chromium-headless-shell", "chromium"]) {
    if (await installDebianPackage(name)) return findInstalled();
  }
  return undefined;
}

/**
 * Returns the executable if it runs. A download can lack libraries, and on some systems the program is a stub that only
 * suggests a package.
 *
 * @param {string | undefined} executable
 */
async function ifRunnable(executable) {
  if (!executable) return undefined;
  const { code } = await run(executable, ["--version"], { timeoutMs: 30_000 });
  return code === 0 ? executable : undefined;
}
