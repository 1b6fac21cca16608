import { spawn } from "node:child_process";
import { once } from "node:events";
import { npmCommand, packAll, plainEnvironment } from "./programs.ts";
import { serveScope } from "./scope-registry.ts";

/* `npm run create -- DIR` does what `npm create portico DIR` does, but with the packages of this checkout. */

const { archives, remove } = await packAll();
const registry = await serveScope(archives);
const archive = archives.find((file) => file.includes("create-portico")) ?? "";
const exec = ["exec", "--yes", `--package=${archive}`, "--", "create-portico"];
const [program, ...npmParameters] = npmCommand();
// Ctrl-C also reaches the child, which cleans up and exits, so this process only has to wait.
process.on("SIGINT", () => {});
const child = spawn(program, [...npmParameters, ...exec, ...process.argv.slice(2)], {
  // The folder where `npm run` was called.
  cwd: process.env["INIT_CWD"] ?? process.cwd(),
  env: { ...plainEnvironment(), ...registry.env },
  stdio: "inherit",
});
[process.exitCode] = await once(child, "close");
registry.stop();
remove();
