#!/usr/bin/env -S node --min-semi-space-size=8 --max-semi-space-size=8
/**
 * The command `portico`. It reads its modules as they were compiled the last time: without that, half
 * of the time that a start takes on existing data goes into reading them. The threads follow the
 * variable.
 *
 * The flags keep what was made a moment ago in 16 MB, from the beginning. Left to itself the engine
 * lets that grow to 128 MB under load, and keeps it, for no more answers a second; and begins with so
 * little that it collects garbage for a twentieth of the time that a start takes.
 *
 * The first line sets no variable: pnpm takes its first word for the program. With MALLOC_TRIM_THRESHOLD_=131072 in
 * the environment glibc gives back what was freed. Otherwise it keeps some 70 MB of what the engine takes to optimize
 * the embedded database, which is 600 MB for its largest function alone.
 */
import * as module from "node:module";
import { totalmem } from "node:os";
import { setFlagsFromString } from "node:v8";

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 22 || (major === 22 && minor < 13)) {
  process.stderr.write(`portico needs Node.js 22.13 or later. This is ${process.versions.node}.\n`);
  process.exit(1);
}
const { directory } = module.enableCompileCache();
if (directory !== undefined) process.env["NODE_COMPILE_CACHE"] ??= directory;
// Left to itself the engine optimizes the embedded database while it opens, which takes more of the
// processors than opening it. With this it begins after a second or two of work instead.
setFlagsFromString("--wasm-tiering-budget=500000000");
// A function of it is checked when it is first called, as it is compiled then, and not before it opens.
setFlagsFromString("--wasm-lazy-validation");
// Optimizing the database's largest function takes 600 MB for two seconds. Where there is no such memory, the
// system would end the process, so that nothing is optimized there: requests take longer.
const memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
if (memory < 1.25 * 2 ** 30) {
  setFlagsFromString("--no-wasm-dynamic-tiering");
  setFlagsFromString("--no-wasm-tier-up");
}
await import("./command-line.ts");
