import "./tools/require-node-version.mjs";
import { join } from "node:path";
import { runTogether } from "./process/run-together.mjs";
import { buildSite, builtSite, prepareSite, siteFolder, watchSiteCommand } from "./site.mjs";
import { productNode } from "./tools/node.mjs";

// `npm run docs`: builds the documentation's site and serves it. With `-- --watch`, pages update when their Markdown
// changes; only the built site has search and the strict policy.

const { PORT: port = "4321" } = process.env;
const flags = process.argv.slice(2);
const otherFlags = flags.filter((flag) => flag !== "--watch");

if (otherFlags.length < flags.length) {
  await prepareSite();
  process.exitCode = await runTogether(watchSiteCommand(["--port", port, ...otherFlags]));
} else {
  await buildSite();
  process.exitCode = await runTogether({
    program: productNode(),
    parameters: [join(siteFolder, "build", "serve-built.ts"), builtSite, port],
  });
}
