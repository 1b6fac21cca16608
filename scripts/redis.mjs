import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { installDebianPackage } from "./debian.mjs";

/** The program of Redis or Valkey on this machine; undefined where there is none. */
export function redisProgram() {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  return ["redis-server", "valkey-server"]
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((path) => existsSync(path));
}

/** Makes Redis available, where Debian's package or one of the system's own can be had. */
export const ensureRedis = async () =>
  redisProgram() !== undefined || installDebianPackage("redis-server");
