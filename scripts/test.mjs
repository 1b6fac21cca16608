import "./node-version.mjs";
import { readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { ensureChromium } from "./browser.mjs";
import { buildWeb } from "./build.mjs";
import { ensureDeno } from "./deno.mjs";
import { ensureInstalled } from "./install.mjs";
import { productNode } from "./node.mjs";
import { npm } from "./npm.mjs";
import { onParentGone } from "./parent.mjs";
import { ensureRedis } from "./redis.mjs";
import { playwrightReport, vitestReport } from "./reports.mjs";
import { root, run } from "./run.mjs";
import { say, stopwatch } from "./say.mjs";
import { startCluster } from "./start-cluster.mjs";
import { temporaryDirectory } from "./temporary.mjs";

// `npm test`: installs what is missing, runs every check there is, and ends with one line,
// "N passed, N failed". A stage that fails does not keep the later ones from running.

await ensureInstalled();

const node = productNode();
const temporary = temporaryDirectory();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => process.exit(130));
onParentGone(() => process.exit(143));

// A program that never ends counts as failed, and lets the next one begin.
const limit = 12 * 60_000;

// The variables that would point the product somewhere else have no say in its tests.
const { DATABASE_URL: _database, PORT: _port, TEST_DATABASE_URL: given, ...rest } = process.env;
// These start the embedded database whatever is there to be had, or read no database at all.
const embeddedAlone = [
  ...[
    "cli.test.ts",
    "testing/**",
    "doctor/doctor.test.ts",
    "config/**",
    "**/documentation.test.ts",
  ],
  ...["postgres-port/**", "database/pglite/**", "backup/**", "server/backups/**"],
  ...["server/server.test.ts", "server/test/{sockets,small-memory,compression,tls}.test.ts"],
];

/** @type {NodeJS.ProcessEnv} */
const env = {
  ...rest,
  CI: "1",
  TMPDIR: temporary,
  // In CI the tools colour what they print even into a file.
  ...(process.stdout.isTTY ? {} : { NO_COLOR: "1" }),
  UNOPTIMIZED_WASM: "1",
  VITE_SUPABASE_URL: "",
  VITE_SUPABASE_PUBLISHABLE_KEY: "",
};

const total = { passed: 0, failed: 0 };
/** @type {string[]} */
const summary = [];
/** @type {string[]} */
const failures = [];
const whole = stopwatch();

const references = /** @type {{ path: string }[]} */ (
  JSON.parse(readFileSync(join(root, "tsconfig.json"), "utf8")).references
);
for (const { path } of references) {
  await stage(`types of ${path}`, () => check("typescript/bin/tsc", "-p", path));
}
await stage("format and lint", () => check("@biomejs/biome/bin/biome", "check", "."));

const chromium = await ensureChromium();
if (chromium) env["CHROMIUM"] = chromium;
else await stage("a browser", async () => complain("There is no Chromium to be had."));

const deno = await ensureDeno();
if (deno) env["PATH"] = [deno, env["PATH"]].join(delimiter);
else await stage("Deno", async () => complain("There is no Deno to be had."));

if (!(await ensureRedis()))
  await stage("Redis", async () => complain("There is no Redis to be had."));

await stage("tests on PGlite", () => vitest("pglite"));

const cluster = given ? { url: given, stop: async () => {} } : await startCluster();
if (cluster) {
  env["TEST_DATABASE_URL"] = cluster.url;
  await stage("tests on PostgreSQL", () =>
    vitest(
      "postgres",
      // These wait for the server longer than they compute.
      "--maxWorkers=3",
      // The policies of the product are SQL as well.
      ...["--project", "backend", "packages/backend/src", "apps/web/src/data/files"],
      ...embeddedAlone.flatMap((tests) => ["--exclude", `packages/backend/src/${tests}`]),
    ),
  );
} else {
  await stage("tests on PostgreSQL", async () => complain("There is no PostgreSQL to be had."));
}

await stage("build of packages/react", async () =>
  outcome(await npm(["run", "build", "--workspace", "packages/react"], { show: true, limit, env })),
);
await stage("build of apps/web", async () => outcome(await buildWeb({ show: true, limit, env })));
await stage("end to end", playwright);
await cluster?.stop();

say(`\n== ${whole()} in all`);
for (const line of summary) say(line);
say();
for (const name of failures) say(`failed: ${name}`);
say(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;

/**
 * @param {string} name
 * @param {() => Promise<import("./reports.mjs").Tally>} work
 */
async function stage(name, work) {
  say(`\n== ${name}`);
  const elapsed = stopwatch();
  const { passed, failed, failures: names } = await work();
  total.passed += passed;
  total.failed += failed;
  if (failed > 0)
    failures.push(...(names?.length ? names.map((one) => `${name}, ${one}`) : [name]));
  summary.push(`${name}: ${passed} passed, ${failed} failed, ${elapsed()}`);
}

/**
 * A tool that as a whole passes or fails.
 *
 * @param {string} tool its program, below node_modules
 * @param {...string} parameters
 */
async function check(tool, ...parameters) {
  return outcome(await run(node, [module(tool), ...parameters], { show: true, limit, env }));
}

/**
 * @param {string} name
 * @param {...string} parameters
 */
async function vitest(name, ...parameters) {
  const file = join(temporary, `${name}.json`);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const { code } = await run(
    node,
    [module("vitest/vitest.mjs"), "run", ...reporters, ...parameters],
    { show: true, limit, env },
  );
  return vitestReport(file, code);
}

async function playwright() {
  // Its workers are told to colour what they print, and Node warns where NO_COLOR contradicts that.
  const colours = env["NO_COLOR"] ? { NO_COLOR: undefined, FORCE_COLOR: "0" } : {};
  const file = join(temporary, "playwright.json");
  const { code } = await run(
    node,
    [
      ...[module("@playwright/test/cli.js"), "test"],
      ...["--config", "e2e/playwright.config.ts", "--reporter=list,json"],
    ],
    { show: true, limit, env: { ...env, ...colours, PLAYWRIGHT_JSON_OUTPUT_FILE: file } },
  );
  return playwrightReport(file, code);
}

/** @param {string} file */
function module(file) {
  return join(root, "node_modules", file);
}

/** @param {{ code: number }} result */
function outcome({ code }) {
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/** @param {string} reason */
function complain(reason) {
  console.error(reason);
  return outcome({ code: 1 });
}
