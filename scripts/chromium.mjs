import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** What Chromium is told at every start: no requests of its own, and no sandbox only for root. */
const quiet = [
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/**
 * The Chromium that tests drive: the one that CHROMIUM names, else the machine's own. Undefined
 * means that Playwright looks for the one it downloaded.
 *
 * @returns {{ executable: string | undefined, args: string[] }}
 */
export function chromium() {
  const root = process.getuid?.() === 0;
  return { executable: find(), args: root ? ["--no-sandbox", ...quiet] : quiet };
}

function find() {
  if (process.env["CHROMIUM"]) return process.env["CHROMIUM"];
  // The shell draws the same pages without a browser around them, in two thirds of the time.
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
