import "./node-version.mjs";
import { ensureBuilt, site } from "./build.mjs";
import { follow } from "./follow.mjs";
import { ensureInstalled } from "./install.mjs";
import { productNode } from "./node.mjs";

// `npm start`: installs what is missing, builds what has changed, and hands over to
// `portico start` on the web app's project folder with the built page beside it.

await ensureInstalled();
await ensureBuilt();

const given = process.argv.slice(2);

/** @param {string[]} flags */
const lacks = (...flags) =>
  !given.some((word) => flags.some((flag) => word === flag || word.startsWith(`${flag}=`)));

process.exitCode = await follow({
  program: productNode(),
  parameters: [
    ...["packages/backend/src/cli.ts", "start", "--project", "apps/web", "--site", site],
    ...(lacks("--port") ? ["--port", process.env["PORT"] || "3000"] : []),
    ...(lacks("--data", "--memory") ? ["--data", ".portico"] : []),
    ...given,
  ],
});
