import "./node-version.mjs";
import { ensureBuilt, webDist } from "./build.mjs";
import { porticoEnvironment, porticoStart } from "./command.mjs";
import { follow } from "./follow.mjs";
import { ensureInstalled } from "./install.mjs";
import { productNode } from "./node.mjs";

// `npm start`: installs what is missing, builds what has changed, and runs `portico start` on the web app's project
// folder with the built page.

await ensureInstalled({ omitDev: true });
await ensureBuilt();

const flags = ["--site", webDist, ...process.argv.slice(2)];
process.exitCode = await follow({
  program: productNode(),
  parameters: porticoStart(flags, process.env["PORT"] || "3000"),
  env: { ...porticoEnvironment, ...process.env },
});
