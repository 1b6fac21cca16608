import { existsSync } from "node:fs";
import { run } from "../process/run.mjs";

/**
 * Installs a package on Debian or a system based on it, if this process is allowed to.
 *
 * @param {string} name
 * @returns {Promise<boolean>} whether it was installed
 */
export async function installDebianPackage(name) {
  if (!existsSync("/usr/bin/apt-get")) return false;
  const isRoot = process.getuid?.() === 0;
  if (!isRoot && (await run("sudo", ["-n", "true"])).code !== 0) return false;
  /** @param {string[]} args */
  const aptGet = (...args) => {
    const command = ["env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-qq", ...args];
    return isRoot ? run("/usr/bin/env", command.slice(1)) : run("sudo", ["-n", ...command]);
  };
  await aptGet("update");
  return (await aptGet("install", "-y", "--no-install-recommends", name)).code === 0;
}
