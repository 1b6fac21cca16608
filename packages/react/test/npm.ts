import { execFileSync } from "node:child_process";

/** Runs npm in a folder. Uses the npm that runs these tests, if there is one. */
export function runNpm(cwd: string, ...args: string[]): void {
  const cli = process.env["npm_execpath"];
  const [program, prefix] = cli?.endsWith(".js") ? [process.execPath, [cli]] : ["npm", []];
  execFileSync(program, [...prefix, ...args], { cwd, stdio: ["ignore", "ignore", "inherit"] });
}
