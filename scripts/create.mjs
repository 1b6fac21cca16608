import "./tools/require-node-version.mjs";
import { join } from "node:path";
import { print } from "./process/print.mjs";
import { root } from "./process/run.mjs";
import { runTogether } from "./process/run-together.mjs";
import { ensureInstalled } from "./tools/install.mjs";
import { productNode } from "./tools/node.mjs";

// `npm run create -- DIR` creates an application from one of the examples. It first installs what `npm start` leaves
// out: the tools that build the packages.

await ensureInstalled();
print("Building the packages of this checkout ...");

process.exitCode = await runTogether({
  program: productNode(),
  parameters: [join(root, "e2e", "examples", "create.ts"), ...process.argv.slice(2)],
});
