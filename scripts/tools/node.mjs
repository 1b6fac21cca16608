import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { root } from "../process/run.mjs";

const suffix = process.platform === "win32" ? ".exe" : "";

/** The path of the Node that package.json pins, once it is installed. */
export const pinnedNode = join(root, "node_modules", "node", "bin", `node${suffix}`);

/**
 * Returns the Node that runs the product: the pinned one, or else the Node that runs this script, if it strips types.
 * The pinned one is missing if it is not built for this machine, or if its install script was not allowed. Ends the
 * process if neither can be used.
 *
 * @returns {string}
 */
export function productNode() {
  if (spawnSync(pinnedNode, ["--version"], { stdio: "ignore" }).status === 0) return pinnedNode;
  if (stripsTypes(process.versions.node)) return process.execPath;
  console.error(
    `The Node that package.json pins does not run on this machine, and Node ${process.versions.node} is too old to replace it: install Node 24 from https://nodejs.org and run the command again.`,
  );
  process.exit(1);
}

/**
 * Returns whether a version of Node runs TypeScript without a flag: since 22.18 and 23.6.
 *
 * @param {string} version
 */
function stripsTypes(version) {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major >= 24 || (major === 23 && minor >= 6) || (major === 22 && minor >= 18);
}
