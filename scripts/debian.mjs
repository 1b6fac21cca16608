import { existsSync } from "node:fs";
import { run } from "./run.mjs";

/**
 * Installs a package on Debian or a system based on it, if this process may.
 *
 * @param {string} name
 * @returns {Promise<boolean>} whether it was installed
 */
export async function installDebianPackage(name) {
  if (!existsSync("/usr/bin/apt-get")) return false;
  const root = process.getuid?.() === 0;
  if (!root && (await run("sudo", ["-n", "true"])).code !== 0) return false;
  /** @param {string[]} words */
  const aptGet = (...words) => {
    const command = ["env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-qq", ...words];
    return root ? run("/usr/bin/env", command.slice(1)) : run("sudo", ["-n", ...command]);
  };
  await aptGet("update");
  return (await aptGet("install", "-y", "--no-install-recommends", name)).code === 0;
}
