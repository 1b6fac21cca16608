/** Starts a server on a folder, asks it for a table's rows, and says so. Ends when its input does. */
import { enableCompileCache } from "node:module";

// As the command `portico` begins.
const { directory } = enableCompileCache();
if (directory !== undefined) process.env["NODE_COMPILE_CACHE"] ??= directory;
const { createLog, startServer } = await import("@portico/backend");

const server = await startServer({
  project: new URL("project", import.meta.url).pathname,
  host: "127.0.0.1",
  port: 0,
  storage: { directory: process.argv[2] ?? "" },
  env: {},
  log: createLog(),
});
const answered = await fetch(`${server.origin}/rest/v1/boards`, {
  headers: { apikey: server.keys.secret },
});
if (!answered.ok) throw new Error(`The first answer was ${answered.status}.`);
process.stdout.write("answered\n");
process.stdin.resume().once("end", async () => {
  await server.close();
  process.exit();
});
