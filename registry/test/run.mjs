import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { root, run } from "../../scripts/process/run.mjs";
import { npm } from "../../scripts/tools/npm.mjs";
import { frameworkOf, frameworks, writeApplication } from "./write-application.mjs";

// `npm test -- [vite] [nextjs] [react-router] [tanstack-start]` adds every block to a new application with shadcn's
// command, builds and serves the application, and tests it in Chromium against `portico start --memory`. shadcn's
// command downloads the components of shadcn/ui from REGISTRY_URL, by default from shadcn's own registry. The tests
// fail if that registry does not respond.

const testFolder = import.meta.dirname;
const registry = join(testFolder, "..");
const workFolder = mkdtempSync(join(tmpdir(), "portico-blocks-"));
const componentRegistry = process.env["REGISTRY_URL"] ?? "https://ui.shadcn.com/r";
const [registryPort, backendPort] = [4780, 4781];
/** @type {import("node:child_process").ChildProcess[]} */
const childProcesses = [];
let isStopping = false;
process.on("exit", stop);
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => process.exit(130));

function stop() {
  if (isStopping) return;
  isStopping = true;
  for (const child of childProcesses) child.kill();
  if (!process.env["KEEP"]) rmSync(workFolder, { recursive: true, force: true });
}

// Run npm with the Node that the applications use, because npm installs the newest versions that its own Node supports.
process.env["PATH"] = [dirname(process.execPath), process.env["PATH"]].join(delimiter);
delete process.env["npm_node_execpath"];

const selectedNames = process.argv.slice(2);
const names = selectedNames.length > 0 ? selectedNames : Object.keys(frameworks);

if (!(await isResponding(`${componentRegistry}/styles/index.json`))) {
  console.error(
    `The shadcn registry ${componentRegistry} does not respond. Set REGISTRY_URL to another one.`,
  );
  process.exit(1);
}
console.log(`The components of shadcn/ui come from ${componentRegistry}.`);

await pack();
await node(["build.mjs", "--url", `http://localhost:${registryPort}/r`], registry);
await serveRegistry();
const key = await startBackend();
const blocks = JSON.parse(readFileSync(join(registry, "registry.json"), "utf8")).items.filter(
  (/** @type {{ type: string }} */ item) => item.type === "registry:block",
);
for (const name of names) await testFramework(name);
stop();

/** @param {string} name */
async function testFramework(name) {
  const framework = frameworkOf(name);
  console.log(`\n== ${name}`);
  const folder = join(workFolder, name);
  writeApplication(name, folder);
  const archive = join(
    workFolder,
    readdirSync(workFolder).find((file) => file.endsWith(".tgz")) ?? "",
  );
  await install(["install", ...framework.packages, archive], folder);
  await install(["install", "--save-dev", ...framework.tools], folder);
  const shadcn = join(registry, "node_modules/shadcn/dist/index.js");
  const env = { REGISTRY_URL: componentRegistry };
  const init = ["init", "--defaults", "--base", framework.base, "--yes"];
  await node([shadcn, ...init], folder, env);
  for (const item of [
    framework.client,
    ...blocks.map((/** @type {{ name: string }} */ block) => block.name),
  ]) {
    const address = `http://localhost:${registryPort}/r/${item}.json`;
    // shadcn's command removes "use client" from some files but not from others, and then asks whether to overwrite its
    // own change.
    await node([shadcn, "add", "--yes", "--overwrite", address], folder, env);
  }
  writeFileSync(
    join(folder, ".env.local"),
    `${framework.prefix}SUPABASE_URL=http://localhost:${backendPort}\n` +
      `${framework.prefix}SUPABASE_PUBLISHABLE_KEY=${key}\n`,
  );
  const bin = join(folder, "node_modules/.bin");
  const [build = "", ...buildParameters] = framework.build;
  await node([join(bin, build), ...buildParameters], folder);
  await node([join(bin, "tsc"), "-p", "."], folder);

  const [serve = "", ...options] = framework.serve;
  const port = serve === "react-router-serve" ? [] : [String(framework.port)];
  const child = spawn(process.execPath, [join(bin, serve), ...options, ...port], {
    cwd: folder,
    env: { ...process.env, PORT: String(framework.port) },
    stdio: "ignore",
  });
  childProcesses.push(child);
  const url = `http://localhost:${framework.port}`;
  await waitForResponse(url);
  const playwright = join(root, "node_modules/@playwright/test/cli.js");
  const config = join(testFolder, "playwright.config.ts");
  await node([playwright, "test", "--config", config], root, {
    APPLICATION: url,
    BACKEND: `http://localhost:${backendPort}`,
    FRAMEWORK: name,
  });
  child.kill();
}

/** Packs @portico/react as for a release. */
async function pack() {
  const source = join(root, "packages/react");
  const stage = join(workFolder, "stage");
  mkdirSync(stage);
  for (const file of ["package.json", "README.md", "LICENSE", "llms.txt", "docs", "src"])
    cpSync(join(source, file), join(stage, file), { recursive: true });
  const tsdown = join(root, "node_modules/tsdown/dist/run.mjs");
  await node([tsdown, "--out-dir", join(stage, "dist"), "--log-level", "warn"], source);
  await node([join(source, "build/without-exports.ts"), "write", stage], source);
  await install(["pack", "--silent", "--ignore-scripts", "--pack-destination", workFolder], stage);
}

/** Serves the built registry. */
async function serveRegistry() {
  const server = createServer((request, response) => {
    try {
      const file = readFileSync(join(registry, "dist", (request.url ?? "").replace(/^\/r\//, "")));
      response.writeHead(200, { "content-type": "application/json" }).end(file);
    } catch {
      response.writeHead(404).end();
    }
  });
  server.unref();
  server.listen(registryPort, "127.0.0.1");
  await once(server, "listening");
}

/**
 * Starts the backend and returns its publishable key.
 *
 * @returns {Promise<string>}
 */
async function startBackend() {
  const child = spawn(
    process.execPath,
    [
      join(root, "packages/backend/src/cli.ts"),
      "start",
      "--memory",
      "--no-db-port",
      "--project",
      join(testFolder, "project"),
      "--port",
      String(backendPort),
    ],
    { stdio: ["ignore", "pipe", "ignore"] },
  );
  childProcesses.push(child);
  let output = "";
  return new Promise((resolve, reject) => {
    child.stdout.on("data", (text) => {
      output += text;
      const [, key] = /Publishable key\s+(\S+)/.exec(output) ?? [];
      if (key) resolve(key);
    });
    child.on("exit", () => reject(new Error(`The backend did not start: ${output}`)));
  });
}

/** @param {string} url */
async function waitForResponse(url) {
  for (let attempts = 0; attempts < 300; attempts++) {
    if (await isResponding(url)) return;
    await pause(200);
  }
  throw new Error(`${url} does not respond.`);
}

/** @param {string} url */
async function isResponding(url) {
  const response = await fetch(url, { signal: AbortSignal.timeout(10_000) }).catch(() => undefined);
  return response !== undefined && response.status < 500;
}

/**
 * @param {readonly string[]} parameters
 * @param {string} cwd
 */
async function install(parameters, cwd) {
  const logOptions = ["--no-audit", "--no-fund", "--loglevel=error"];
  exitIfFailed(parameters, await npm([...parameters, ...logOptions], { cwd, show: true }));
}

/**
 * Runs a JavaScript program.
 *
 * @param {readonly string[]} parameters
 * @param {string} cwd
 * @param {NodeJS.ProcessEnv} [env]
 */
async function node(parameters, cwd, env = {}) {
  const options = { cwd, env: { ...process.env, ...env }, show: true };
  exitIfFailed(parameters, await run(process.execPath, parameters, options));
}

/**
 * @param {readonly string[]} parameters
 * @param {{ code: number }} result
 */
function exitIfFailed(parameters, { code }) {
  if (code === 0) return;
  console.error(`${parameters.join(" ")} exited with code ${code}.`);
  process.exit(1);
}
