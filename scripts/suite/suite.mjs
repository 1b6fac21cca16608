import { writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { buildWeb } from "../build.mjs";
import { onParentExit } from "../process/parent-exit.mjs";
import { print } from "../process/print.mjs";
import { root, run } from "../process/run.mjs";
import { startCluster } from "../process/start-cluster.mjs";
import { temporaryDirectory } from "../process/temporary-directory.mjs";
import { ensureChromium } from "../tools/browser.mjs";
import { ensureDeno } from "../tools/deno.mjs";
import { ensureInstalled } from "../tools/install.mjs";
import { productNode } from "../tools/node.mjs";
import { npm } from "../tools/npm.mjs";
import { playwrightCommand, vitestCommand } from "./rerun-commands.mjs";
import { printSummary } from "./summary.mjs";
import { skippedStageTally, stageTally } from "./tally.mjs";
import { checkTypes } from "./types.mjs";
import { runWithWatchdog } from "./watchdog.mjs";

const suiteFolder = join(root, "scripts/suite");

/** The time limit of a compiler or a linter. It prints nothing while it works, so its progress cannot be watched. */
const toolTimeoutMs = 5 * 60_000;

const noChromiumReason = "there is no Chromium, and none could be installed";

/** A run of several stages that ends with one line, "N passed, N failed". A stage that fails does not stop the others. */
export class Suite {
  /** @type {import("./summary.mjs").Stage[]} */
  #stages = [];
  #startedAt = performance.now();
  #node = productNode();
  #hasChromium = false;
  #isBuilt = false;
  /** @type {NodeJS.ProcessEnv} */
  #env;

  /** @param {NodeJS.ProcessEnv} env */
  constructor(env) {
    this.#env = env;
  }

  /**
   * Installs the packages and the programs that tests use. Tests that need an unavailable program are skipped.
   */
  static async create() {
    await ensureInstalled();
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
      process.on(signal, () => process.exit(130));
    }
    onParentExit(() => process.exit(143));
    // With these variables, the product would connect to something else.
    const {
      DATABASE_URL: _database,
      PORT: _port,
      TEST_DATABASE_URL: _tests,
      ...rest
    } = process.env;
    const suite = new Suite({
      ...rest,
      CI: "1",
      TMPDIR: temporaryDirectory(),
      // In CI the tools color their output even in a file.
      ...(process.stdout.isTTY ? {} : { NO_COLOR: "1" }),
      UNOPTIMIZED_WASM: "1",
      VITE_SUPABASE_URL: "",
      VITE_SUPABASE_PUBLISHABLE_KEY: "",
    });
    await suite.#findPrograms();
    return suite;
  }

  async #findPrograms() {
    const chromium = await ensureChromium();
    this.#hasChromium = chromium !== undefined;
    if (chromium) this.#env["CHROMIUM"] = chromium;
    const deno = await ensureDeno();
    if (deno) this.#env["PATH"] = [deno, this.#env["PATH"]].join(delimiter);
  }

  /** Checks the types of every part, the lint rules and the format. */
  async check() {
    const options = { timeoutMs: toolTimeoutMs, env: this.#env };
    await this.#runStage("types", () =>
      checkTypes(this.#node, modulePath("typescript/bin/tsc"), options),
    );
    // Each of these two uses little more than one core, so they run concurrently.
    await Promise.all([
      this.#runStage("format and lint", async () =>
        stageTally(await this.#runTool("@biomejs/biome/bin/biome", "check", "."), "biome check"),
      ),
      this.#runStage("language of names and comments", async () => {
        const { code } = await run(this.#node, [join(root, "scripts/language.mjs")], {
          show: true,
          ...options,
        });
        return stageTally(code === 0, "scripts/language.mjs");
      }),
    ]);
  }

  /**
   * Runs Vitest tests.
   *
   * @param {string} name
   * @param {readonly string[]} parameters
   * @param {{ databaseUrl?: string, needsChromium?: boolean, exclude?: readonly string[] }} [options] `exclude` lists
   *   patterns of files to leave out, because a project with its own list ignores Vitest's option
   */
  async runVitest(name, parameters, { databaseUrl, needsChromium, exclude = [] } = {}) {
    const env = {
      ...this.#env,
      ...(databaseUrl ? { TEST_DATABASE_URL: databaseUrl } : {}),
      PORTICO_TEST_EXCLUDE: JSON.stringify(exclude),
    };
    await this.#runStage(
      name,
      async () =>
        needsChromium && !this.#hasChromium
          ? skippedStageTally(noChromiumReason)
          : runWithWatchdog(
              this.#node,
              [
                modulePath("vitest/vitest.mjs"),
                "run",
                ...parameters,

                `--reporter=${join(suiteFolder, "vitest-reporter.mjs")}`,
                "--silent=passed-only",
              ],
              {
                name,
                env,
                defaultSkipReason: databaseUrl
                  ? "for the embedded database, or at night"
                  : "for PostgreSQL, or at night",
              },
            ),
      vitestCommand(databaseUrl !== undefined),
    );
  }

  /**
   * Runs journeys in Chromium. Builds the product first, unless it is already built.
   *
   * @param {string} name
   * @param {readonly string[]} parameters
   * @param {{ databaseUrl?: string | undefined }} [options]
   */
  async runJourneys(name, parameters, { databaseUrl } = {}) {
    if (!this.#hasChromium)
      return this.#runStage(name, async () => skippedStageTally(noChromiumReason));
    await this.#build();
    // Playwright sets FORCE_COLOR for its workers, and Node warns if NO_COLOR contradicts it.
    const { NO_COLOR: noColor, ...env } = this.#env;
    await this.#runStage(
      name,
      () =>
        runWithWatchdog(
          this.#node,
          [
            modulePath("@playwright/test/cli.js"),
            "test",
            "--config",
            "e2e/playwright.config.ts",
            `--reporter=${join(suiteFolder, "playwright-reporter.mjs")}`,
            ...parameters,
          ],
          {
            name,
            env: {
              ...env,
              ...(noColor ? { FORCE_COLOR: "0" } : {}),
              ...(databaseUrl ? { TEST_DATABASE_URL: databaseUrl } : {}),
            },
            defaultSkipReason: "for another kind of server",
          },
        ),
      playwrightCommand,
    );
  }

  async #build() {
    if (this.#isBuilt) return;
    this.#isBuilt = true;
    const options = { timeoutMs: toolTimeoutMs, env: this.#env };
    await Promise.all([
      this.#runStage("build of packages/react", async () => {
        const result = await npm(["run", "build", "--workspace", "packages/react"], options);
        return this.#buildTally(result, "packages/react");
      }),
      this.#runStage("build of apps/web", async () =>
        this.#buildTally(await buildWeb(options), "apps/web"),
      ),
    ]);
  }

  /**
   * @param {{ code: number, output: string }} result
   * @param {string} part
   */
  #buildTally({ code, output }, part) {
    if (code !== 0) console.error(output);
    return stageTally(code === 0, `${part} could not be built`);
  }

  /**
   * Runs stages on a PostgreSQL server: the one that TEST_DATABASE_URL names, or else a temporary cluster.
   *
   * @param {string} name the stage that is reported as skipped without a server
   * @param {(databaseUrl: string) => Promise<void>} stages
   */
  async onPostgres(name, stages) {
    const databaseUrl = process.env["TEST_DATABASE_URL"];
    if (databaseUrl) return stages(databaseUrl);
    const cluster = await startCluster();
    if (!cluster) {
      const reason = "there is no PostgreSQL, and none could be installed";
      return this.#runStage(name, async () => skippedStageTally(reason));
    }
    await stages(cluster.url);
    await cluster.stop();
  }

  /**
   * @param {string} name
   * @param {() => Promise<import("./tally.mjs").Tally>} work
   * @param {(failure: import("./tally.mjs").Failure) => string} [rerunCommand]
   */
  async #runStage(name, work, rerunCommand) {
    print(`\n== ${name}`);
    const startedAt = performance.now();
    const tally = await work();
    this.#stages.push({ name, elapsedMs: performance.now() - startedAt, tally, rerunCommand });
  }

  /**
   * Prints the summary, writes the results to the file that PORTICO_TEST_REPORT names, and sets the exit code.
   */
  finish() {
    const elapsedMs = performance.now() - this.#startedAt;
    const report = { stages: this.#stages, elapsedMs };
    const file = process.env["PORTICO_TEST_REPORT"];
    if (file) writeFileSync(file, JSON.stringify(report));
    process.exitCode = printSummary(report) ? 0 : 1;
  }

  /**
   * @param {string} tool its program, relative to node_modules
   * @param {...string} parameters
   */
  async #runTool(tool, ...parameters) {
    const { code } = await run(this.#node, [modulePath(tool), ...parameters], {
      show: true,
      timeoutMs: toolTimeoutMs,
      env: this.#env,
    });
    return code === 0;
  }
}

/** @param {string} file */
function modulePath(file) {
  return join(root, "node_modules", file);
}
