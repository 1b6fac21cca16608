import "./tools/require-node-version.mjs";
import { join } from "node:path";
import { porticoStartCommand } from "./process/portico-start.mjs";
import { print } from "./process/print.mjs";
import { root } from "./process/run.mjs";
import { runTogether } from "./process/run-together.mjs";
import { ensureInstalled } from "./tools/install.mjs";
import { productNode } from "./tools/node.mjs";

// `npm run dev` runs the backend, which restarts when its sources change, and Vite's server, which updates the page in
// place and forwards requests to the backend.

await ensureInstalled();

print("The web app is at http://localhost:3000, the backend behind it at http://127.0.0.1:54321.");

const program = productNode();
process.exitCode = await runTogether(
  {
    program,
    parameters: [
      "--watch",
      "--watch-preserve-output",
      ...porticoStartCommand(process.argv.slice(2), "54321"),
    ],
  },
  {
    program,
    parameters: [join(root, "node_modules/vite/bin/vite.js"), "--port", "3000", "--strictPort"],
    cwd: join(root, "apps/web"),
  },
);
