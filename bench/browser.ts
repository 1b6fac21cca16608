/**
 * Measures the backend in a browser tab: its size compared with PGlite, the time from the first line of the page's
 * script to the first response, and the time of a sign-up. Vite builds the pages and serves them on this machine.
 *
 *     npm run bench -- browser
 */
import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { type Browser, chromium as playwright } from "playwright-core";
import { build, preview, type Rolldown } from "vite";
import { freePort } from "../scripts/process/free-port.mjs";
import { chromium } from "../scripts/tools/chromium.mjs";
import { median, print } from "./instruments/measure.ts";

const rounds = Number(process.env["BENCH_ROUNDS"] ?? 5);
const pglite = "@electric-sql/pglite";
const benchFolder = fileURLToPath(new URL("./", import.meta.url));
const backend = join(benchFolder, "../packages/backend");

/** Durations in milliseconds, by name. */
type Laps = Readonly<Record<string, number>>;

/** The start of each page's script. It records durations. */
const stopwatch = `
  const laps = {};
  let since = performance.now();
  const lap = (name) => {
    laps[name] = performance.now() - since;
    since = performance.now();
  };`;

const backendPage = (data: string) => `${stopwatch}
  const { startBackend } = await import("@portico/backend/browser");
  const backend = await startBackend({ data: ${data} });
  await backend.fetch(backend.url + "/auth/v1/settings", {
    headers: { apikey: backend.publishableKey },
  });
  lap("first response");
  const signUp = (email) =>
    backend.fetch(backend.url + "/auth/v1/signup", {
      method: "POST",
      headers: { apikey: backend.publishableKey, "content-type": "application/json" },
      body: JSON.stringify({ email, password: "correct horse battery" }),
    });
  await signUp(crypto.randomUUID() + "@example.com");
  since = performance.now();
  const { status } = await signUp(crypto.randomUUID() + "@example.com");
  if (status !== 200) throw new Error("The sign-up failed with status " + status);
  lap("sign-up");
  await backend.close();
  globalThis.laps = laps;`;

const pages = {
  pglite: `${stopwatch}
    const { PGlite } = await import("@electric-sql/pglite");
    const pglite = await PGlite.create("memory://");
    await pglite.query("select 1");
    lap("first response");
    globalThis.laps = laps;`,
  memory: backendPage(`"memory"`),
  indexedDb: backendPage(`"idb://bench"`),
};

const folder = await realpath(await mkdtemp(join(tmpdir(), "portico-bench-")));
try {
  execFileSync(
    process.execPath,
    [
      join(benchFolder, "../node_modules/tsdown/dist/run.mjs"),
      "--filter",
      "browser",
      "--log-level",
      "error",
    ],
    {
      cwd: backend,
      stdio: "inherit",
    },
  );
  const backendFiles = await filesOf("@portico/backend/browser");
  printSize("the backend and its libraries", backendFiles.initial);
  printSize("  loaded when a passkey is first used", backendFiles.later);
  const { initial, later } = await filesOf(pglite);
  printSize("PGlite, its WebAssembly and its files", [...initial, ...later]);
  await measureTimes();
} finally {
  await rm(folder, { recursive: true, force: true });
}

/**
 * Returns the files of a page that imports only this module: those that it loads at startup, and the scripts that it
 * can load later. PGlite is not counted as part of the backend.
 */
async function filesOf(name: string): Promise<{ initial: Buffer[]; later: Buffer[] }> {
  const script = `import * as all from ${JSON.stringify(name)}; globalThis.all = all;`;
  const root = join(folder, name.replaceAll("/", "-"));
  const files = await buildPage(root, script, (id) => id === pglite && name !== pglite);
  const isLate = (file: (typeof files)[number]) => file.type === "chunk" && !file.isEntry;
  const contentOf = (file: (typeof files)[number]) =>
    Buffer.from(file.type === "chunk" ? file.code : file.source);
  return {
    initial: files.filter((file) => !isLate(file) && file.fileName !== "index.html").map(contentOf),
    later: files.filter(isLate).map(contentOf),
  };
}

function printSize(label: string, files: readonly Buffer[]): void {
  const total = (size: (file: Buffer) => number) =>
    Math.round(files.reduce((sum, file) => sum + size(file), 0) / 1000);
  print(
    `${label}: ${total(({ length }) => length)} kB minified, ` +
      `${total((file) => gzipSync(file, { level: 9 }).length)} kB with gzip, ` +
      `${total((file) => brotliCompressSync(file).length)} kB with brotli`,
  );
}

/** Loads the pages alternately, so that other load on the machine affects all of them. */
async function measureTimes(): Promise<void> {
  const { executable, args } = chromium();
  const browser = await playwright.launch({
    ...(executable && { executablePath: executable }),
    args,
  });
  const servers: Awaited<ReturnType<typeof preview>>[] = [];
  try {
    const lapsByPage = new Map<string, Laps[]>();
    const recordLaps = (name: string, laps: Laps) =>
      lapsByPage.set(name, [...(lapsByPage.get(name) ?? []), laps]);
    const urls = new Map<string, string>();
    for (const [name, script] of Object.entries(pages)) {
      const root = join(folder, name);
      await buildPage(root, script);
      const port = await freePort();
      const server = await preview({ root, configFile: false, preview: { port } });
      servers.push(server);
      urls.set(name, server.resolvedUrls?.local[0] ?? "");
    }
    for (let round = 0; round < rounds; round++) {
      for (const [name, url] of urls) {
        const { firstLoad, secondLoad } = await lapsOf(browser, url);
        recordLaps(name, firstLoad);
        recordLaps(`${name} again`, secondLoad);
      }
    }
    const medianLap = (name: string, lap: string) =>
      median((lapsByPage.get(name) ?? []).map((laps) => laps[lap] ?? Number.NaN));
    const printLine = (label: string, name: string) =>
      print(
        `${label}: first response after ${medianLap(name, "first response").toFixed(0)} ms, ` +
          `a sign-up ${medianLap(name, "sign-up").toFixed(0)} ms`,
      );
    print(
      `PGlite alone: first response after ${medianLap("pglite", "first response").toFixed(0)} ms`,
    );
    printLine("in memory", "memory");
    printLine("in IndexedDB, for the first time", "indexedDb");
    printLine("in IndexedDB, when the page is loaded again", "indexedDb again");
    const ratio = medianLap("memory", "first response") / medianLap("pglite", "first response");
    print(`the backend in memory to PGlite alone: ratio ${ratio.toFixed(2)}`);
  } finally {
    await browser.close();
    for (const server of servers) await server.close();
  }
}

/** Measures the first load of a page, with an empty cache, and a second load. */
async function lapsOf(
  browser: Browser,
  url: string,
): Promise<{ firstLoad: Laps; secondLoad: Laps }> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    page.on("pageerror", (error) => process.stderr.write(`${error.message}\n`));
    const laps = async (): Promise<Laps> => {
      const lapsHandle = await page.waitForFunction(
        () => Reflect.get(globalThis, "laps"),
        undefined,
        {
          timeout: 120_000,
        },
      );
      return lapsHandle.jsonValue();
    };
    await page.goto(url);
    const firstLoad = await laps();
    await page.reload();
    return { firstLoad, secondLoad: await laps() };
  } finally {
    await context.close();
  }
}

/** Builds a page with this script, and returns its files. */
async function buildPage(
  root: string,
  script: string,
  external: (name: string) => boolean = () => false,
): Promise<Rolldown.RolldownOutput["output"]> {
  await mkdir(root);
  await writeFile(join(root, "index.html"), '<script type="module" src="/page.js"></script>');
  await writeFile(join(root, "page.js"), script);
  const built = await build({
    root,
    configFile: false,
    logLevel: "error",
    resolve: {
      alias: {
        "@portico/backend/browser": join(backend, "dist/browser.js"),
        "@electric-sql/pglite": fileURLToPath(import.meta.resolve("@electric-sql/pglite")),
      },
    },
    build: { target: "es2024", rolldownOptions: { external } },
  });
  if (Array.isArray(built) || !("output" in built)) throw new Error("Vite did not build a page.");
  return built.output;
}
