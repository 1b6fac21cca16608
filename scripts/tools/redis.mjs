import { installDebianPackage } from "./debian.mjs";
import { programOnPath } from "./program-on-path.mjs";

/** Returns the program of Redis or Valkey on this machine, or undefined if there is none. */
export const redisProgram = () => programOnPath("redis-server", "valkey-server");

/** Returns whether Redis is installed, after an attempt to install Debian's package if it is missing. */
export const ensureRedis = async () =>
  redisProgram() !== undefined || installDebianPackage("redis-server");
