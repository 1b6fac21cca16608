import { writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { ensureChromium } from "../browser.mjs";
import { buildWeb } from "../build.mjs";
import { ensureDeno } from "../deno.mjs";
import { ensureInstalled } from "../install.mjs";
import { productNode } from "../node.mjs";
import { npm } from "../npm.mjs";
import { onParentGone } from "../parent.mjs";
import { print } from "../print.mjs";
import { root, run } from "../run.mjs";
import { startCluster } from "../start-cluster.mjs";
import { temporaryDirectory } from "../temporary.mjs";
import { conclude } from "./closing.mjs";
import { playwrightCommand, vitestCommand } from "./commands.mjs";
import { single, skippedWhole } from "./tally.mjs";
import { checkTypes } from "./types.mjs";
import { runWatched } from "./watched.mjs";

const suiteFolder = join(root, "scripts/suite");

/** A compiler or a linter prints nothing while it works. */
const toolLimitMs = 5 * 60_000;

const noChromium = "there is no Chromium, and none could be installed";

/** A run of several stages that ends with one line, "N passed, N failed". A stage that fails does not stop the others. */
export class Suite {
  /** @type {import("./closing.mjs").Stage[]} */
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
   * Installs the packages and the programs that tests use. Tests of a program that is not available are skipped.
   */
  static async open() {
    await ensureInstalled();
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
      process.on(signal, () => process.exit(130));
    }
    onParentGone(() => process.exit(143));
    // These variables would point the product somewhere else.
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
    const options = { limit: toolLimitMs, env: this.#env };
    await this.stage("types", () =>
      checkTypes(this.#node, modulePath("typescript/bin/tsc"), options),
    );
    await this.stage("format and lint", async () =>
      single(await this.#tool("@biomejs/biome/bin/biome", "check", "."), "biome check"),
    );
    await this.stage("language of names and comments", async () => {
      const { code } = await run(this.#node, [join(root, "scripts/language.mjs")], {
        show: true,
        ...options,
      });
      return single(code === 0, "scripts/language.mjs");
    });
  }

  /**
   * Runs Vitest tests.
   *
   * @param {string} name
   * @param {readonly string[]} parameters
   * @param {{ databaseUrl?: string, needsChromium?: boolean, exclude?: readonly string[] }} [options] `exclude` has the
   *   patterns of files to leave out: Vitest's own option does not reach projects that have such a list
   */
  async vitest(name, parameters, { databaseUrl, needsChromium, exclude = [] } = {}) {
    const env = {
      ...this.#env,
      ...(databaseUrl ? { TEST_DATABASE_URL: databaseUrl } : {}),
      PORTICO_TEST_EXCLUDE: JSON.stringify(exclude),
    };
    await this.stage(
      name,
      async () =>
        needsChromium && !this.#hasChromium
          ? skippedWhole(noChromium)
          : runWatched(
              this.#node,
              [
                ...[modulePath("vitest/vitest.mjs"), "run", ...parameters],
                ...[
                  `--reporter=${join(suiteFolder, "vitest-reporter.mjs")}`,
                  "--silent=passed-only",
                ],
              ],
              {
                env,
                otherwiseSkipped: databaseUrl
                  ? "for the embedded database, or at night"
                  : "for PostgreSQL, or at night",
              },
            ),
      vitestCommand(databaseUrl !== undefined),
    );
  }

  /**
   * Runs journeys in Chromium after the product was built.
   *
   * @param {string} name
   * @param {readonly string[]} parameters
   * @param {{ databaseUrl?: string | undefined }} [options]
   */
  async journeys(name, parameters, { databaseUrl } = {}) {
    if (!this.#hasChromium) return this.stage(name, async () => skippedWhole(noChromium));
    await this.#build();
    // Playwright colors its workers' output, and Node warns if NO_COLOR contradicts that.
    const { NO_COLOR: plain, ...env } = this.#env;
    await this.stage(
      name,
      () =>
        runWatched(
          this.#node,
          [
            ...[modulePath("@playwright/test/cli.js"), "test"],
            ...["--config", "e2e/playwright.config.ts"],
            ...[`--reporter=${join(suiteFolder, "playwright-reporter.mjs")}`, ...parameters],
          ],
          {
            env: {
              ...env,
              ...(plain ? { FORCE_COLOR: "0" } : {}),
              ...(databaseUrl ? { TEST_DATABASE_URL: databaseUrl } : {}),
            },
            otherwiseSkipped: "for another kind of server",
          },
        ),
      playwrightCommand,
    );
  }

  async #build() {
    if (this.#isBuilt) return;
    this.#isBuilt = true;
    const options = { limit: toolLimitMs, env: this.#env };
    await this.stage("build of packages/react", async () => {
      const built = await npm(["run", "build", "--workspace", "packages/react"], options);
      return this.#builtOrNot(built, "packages/react");
    });
    await this.stage("build of apps/web", async () =>
      this.#builtOrNot(await buildWeb(options), "apps/web"),
    );
  }

  /**
   * @param {{ code: number, output: string }} built
   * @param {string} part
   */
  #builtOrNot({ code, output }, part) {
    if (code !== 0) console.error(output);
    return single(code === 0, `${part} could not be built`);
  }

  /**
   * Runs stages on a PostgreSQL server: the one that TEST_DATABASE_URL names, else one that is started for them.
   *
   * @param {string} name what is skipped where there is none
   * @param {(databaseUrl: string) => Promise<void>} stages
   */
  async onPostgres(name, stages) {
    const databaseUrl = process.env["TEST_DATABASE_URL"];
    if (databaseUrl) return stages(databaseUrl);
    const cluster = await startCluster();
    if (!cluster) {
      const reason = "there is no PostgreSQL, and none could be installed";
      return this.stage(name, async () => skippedWhole(reason));
    }
    await stages(cluster.url);
    await cluster.stop();
  }

  /**
   * @param {string} name
   * @param {() => Promise<import("./tally.mjs").Tally>} work
   * @param {(failure: import("./tally.mjs").Failure) => string} [rerun]
   */
  async stage(name, work, rerun) {
    print(`\n== ${name}`);
    const startedAt = performance.now();
    const tally = await work();
    this.#stages.push({ name, elapsedMs: performance.now() - startedAt, tally, rerun });
  }

  /**
   * Prints the summary, writes it to the file that PORTICO_TEST_REPORT names, and sets the exit code.
   */
  conclude() {
    const elapsedMs = performance.now() - this.#startedAt;
    const report = { stages: this.#stages, elapsedMs };
    const file = process.env["PORTICO_TEST_REPORT"];
    if (file) writeFileSync(file, JSON.stringify(report));
    process.exitCode = conclude(report) ? 0 : 1;
  }

  /**
   * @param {string} tool its program, below node_modules
   * @param {...string} parameters
   */
  async #tool(tool, ...parameters) {
    const { code } = await run(this.#node, [modulePath(tool), ...parameters], {
      show: true,
      limit: toolLimitMs,
      env: this.#env,
    });
    return code === 0;
  }
}

/** @param {string} file */
function modulePath(file) {
  return join(root, "node_modules", file);
}
