import "./node-version.mjs";
import { join } from "node:path";
import { follow } from "./follow.mjs";
import { ensureInstalled } from "./install.mjs";
import { productNode } from "./node.mjs";
import { root } from "./run.mjs";
import { say } from "./say.mjs";

// `npm run dev`: the backend, started anew when its sources change, and beside it Vite's server,
// which changes the page in place and hands requests for the backend on to it.

await ensureInstalled();

say("The web app is at http://localhost:3000, the backend behind it at http://127.0.0.1:54321.");

const program = productNode();
process.exitCode = await follow(
  {
    program,
    parameters: [
      ...["--watch", "--watch-preserve-output", "packages/backend/src/cli.ts", "start"],
      ...["--project", "apps/web", "--port", "54321", "--data", ".portico"],
      ...process.argv.slice(2),
    ],
  },
  {
    program,
    parameters: [join(root, "node_modules/vite/bin/vite.js"), "--port", "3000", "--strictPort"],
    cwd: join(root, "apps/web"),
  },
);
