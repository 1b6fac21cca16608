#!/usr/bin/env -S node --max-semi-space-size=8
/**
 * The command `portico`. It reads its modules as they were compiled the last time: without that, half
 * of the time that a start takes on existing data goes into reading them. The threads follow the
 * variable.
 *
 * The flag keeps what was made a moment ago in 16 MB. Left to itself the engine lets that grow to
 * 128 MB under load, and keeps it, for no more answers a second.
 */
import { enableCompileCache } from "node:module";

const { directory } = enableCompileCache();
if (directory !== undefined) process.env["NODE_COMPILE_CACHE"] ??= directory;
await import("./command-line.ts");
