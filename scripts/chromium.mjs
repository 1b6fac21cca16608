import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** The flags for every start of Chromium: no requests of its own, and no sandbox only for root. */
const quietFlags = [
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/**
 * Returns the Chromium for tests: the one that CHROMIUM names, else the machine's own. If undefined, Playwright uses
 * the one that it downloaded.
 *
 * @returns {{ executable: string | undefined, args: string[] }}
 */
export function chromium() {
  const root = process.getuid?.() === 0;
  return {
    executable: findExecutable(),
    args: root ? ["--no-sandbox", ...quietFlags] : quietFlags,
  };
}

function findExecutable() {
  if (process.env["CHROMIUM"]) return process.env["CHROMIUM"];
  // The headless shell renders the same pages in two thirds of the time.
  const names = [
    "chromium-headless-shell",
    ...["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"],
  ];
  for (const folder of (process.env["PATH"] ?? "").split(delimiter)) {
    for (const name of names) {
      const file = join(folder, name);
      if (existsSync(file)) return file;
    }
  }
  const mac = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";
  return existsSync(mac) ? mac : undefined;
}
