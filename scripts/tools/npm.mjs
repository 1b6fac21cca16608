import { run } from "../process/run.mjs";

/**
 * Runs npm. If npm runs this script, the same npm is used, with the Node that runs it. That Node is outside
 * node_modules, where an installation can replace the pinned Node while it runs.
 *
 * @param {readonly string[]} parameters
 * @param {import("../process/run.mjs").Options} [options]
 */
export function npm(parameters, options) {
  const { npm_node_execpath: node, npm_execpath: cli } = process.env;
  if (node && cli?.endsWith("npm-cli.js")) return run(node, [cli, ...parameters], options);
  return run(process.platform === "win32" ? "npm.cmd" : "npm", parameters, options);
}
