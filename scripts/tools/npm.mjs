import { run } from "../process/run.mjs";

/**
 * Runs npm: the one that runs this script, if it set its environment variables. Its Node is then outside node_modules,
 * whose Node an installation may replace while it runs.
 *
 * @param {readonly string[]} parameters
 * @param {import("../process/run.mjs").Options} [options]
 */
export function npm(parameters, options) {
  const { npm_node_execpath: node, npm_execpath: cli } = process.env;
  if (node && cli?.endsWith("npm-cli.js")) return run(node, [cli, ...parameters], options);
  return run(process.platform === "win32" ? "npm.cmd" : "npm", parameters, options);
}
