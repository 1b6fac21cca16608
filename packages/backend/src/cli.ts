#!/usr/bin/env -S node --min-semi-space-size=8 --max-semi-space-size=8
/**
 * The `portico` command.
 *
 * It uses Node's compile cache, which halves the startup time on existing data. The environment variable enables the
 * cache in worker threads as well.
 *
 * The flags fix the young generation of V8's heap at 16 MB. By default, it grows to 128 MB under load and stays there
 * without serving more requests, and it starts so small that garbage collection takes 5 % of the startup time.
 *
 * The first line cannot set environment variables, because pnpm would mistake them for the program. With
 * MALLOC_TRIM_THRESHOLD_=131072 in the environment, glibc releases freed memory. Otherwise it retains about 30 MB of
 * what V8 needs to optimize the embedded database.
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
// By default, V8 optimizes the embedded database while it opens, which takes more processor time than opening it.
// With this budget, V8 starts to optimize after one or two seconds of work.
setFlagsFromString("--wasm-tiering-budget=500000000");
// V8 validates each WebAssembly function when it is compiled for its first call, instead of all functions at startup.
setFlagsFromString("--wasm-lazy-validation");
// Optimizing the database takes some 100 MB. With too little memory the process would be killed, so nothing is optimized
// there, and requests take longer.
const memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
if (memory < 448 * 2 ** 20) {
  setFlagsFromString("--no-wasm-dynamic-tiering");
  setFlagsFromString("--no-wasm-tier-up");
}
await import("./command-line.ts");
