import { installDebianPackage } from "./debian.mjs";
import { programOnPath } from "./program.mjs";

/** Returns the program of Redis or Valkey on this machine, or undefined if there is none. */
export const redisProgram = () => programOnPath("redis-server", "valkey-server");

/** Installs Redis if Debian's package, or one of the system's own, is available. */
export const ensureRedis = async () =>
  redisProgram() !== undefined || installDebianPackage("redis-server");
