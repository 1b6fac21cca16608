import "./node-version.mjs";
import { join } from "node:path";
import { follow } from "./follow.mjs";
import { ensureInstalled } from "./install.mjs";
import { productNode } from "./node.mjs";
import { print } from "./print.mjs";
import { root } from "./run.mjs";

// `npm run create -- DIR`: installs what is missing, since `npm start` leaves out what builds the packages, and creates
// an application from one of the examples.

await ensureInstalled();
print("Building the packages of this checkout ...");

process.exitCode = await follow({
  program: productNode(),
  parameters: [join(root, "e2e", "examples", "create.ts"), ...process.argv.slice(2)],
});
