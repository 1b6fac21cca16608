import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { installDebianPackage } from "./debian.mjs";

/** Makes Redis available, where Debian's package or one of the system's own can be had. */
export async function ensureRedis() {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  const isHere = ["redis-server", "valkey-server"].some((name) =>
    folders.some((folder) => existsSync(join(folder, name))),
  );
  return isHere || installDebianPackage("redis-server");
}
