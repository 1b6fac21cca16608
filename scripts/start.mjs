import "./tools/require-node-version.mjs";
import { ensureBuilt, webDist } from "./build.mjs";
import { porticoEnvironment, porticoStartCommand } from "./process/portico-start.mjs";
import { runTogether } from "./process/run-together.mjs";
import { ensureInstalled } from "./tools/install.mjs";
import { productNode } from "./tools/node.mjs";

// `npm start`: installs what is missing, builds what has changed, and runs `portico start` on the web app's project
// folder with the built page.

await ensureInstalled({ omitDev: true });
await ensureBuilt();

const flags = ["--site", webDist, ...process.argv.slice(2)];
process.exitCode = await runTogether({
  program: productNode(),
  parameters: porticoStartCommand(flags, process.env["PORT"] || "3000"),
  env: { ...porticoEnvironment, ...process.env },
});
