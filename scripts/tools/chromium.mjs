import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** Flags that stop Chromium's own background requests. */
const quietFlags = [
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/**
 * Returns the Chromium for tests: the one that CHROMIUM names, else the installed one. If `executable` is undefined,
 * Playwright uses the one that it downloaded.
 *
 * @returns {{ executable: string | undefined, args: string[] }}
 */
export function chromium() {
  const isRoot = process.getuid?.() === 0;
  return {
    executable: findExecutable(),
    args: isRoot ? ["--no-sandbox", ...quietFlags] : quietFlags,
  };
}

function findExecutable() {
  if (process.env["CHROMIUM"]) return process.env["CHROMIUM"];
  // The headless shell renders the same pages in two thirds of the time.
  const names = [
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
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
