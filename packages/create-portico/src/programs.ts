import { type SpawnOptions, spawn } from "node:child_process";

/** Returns the package manager that runs this program, by its user agent. The default is npm. */
export function packageManager(userAgent = process.env["npm_config_user_agent"]): string {
  const name = userAgent?.split("/")[0] ?? "";
  return ["pnpm", "yarn", "bun"].includes(name) ? name : "npm";
}

/** The pauses between npm's retries. With its defaults, npm takes a quarter of an hour to report a missing network. */
const npmRetryOptions = {
  npm_config_fetch_retry_mintimeout: "1000",
  npm_config_fetch_retry_maxtimeout: "2000",
};
const isPatienceSet = Object.keys(npmRetryOptions).some((name) => name in process.env);

/**
 * Runs a program and waits for it, with its output on the terminal if `isShown`.
 *
 * @returns whether it succeeded
 */
export function run(
  program: string,
  args: readonly string[],
  options: { readonly cwd: string; readonly signal: AbortSignal; readonly isShown?: boolean },
): Promise<boolean> {
  return new Promise((resolve) => {
    const spawnOptions: SpawnOptions = {
      cwd: options.cwd,
      env: isPatienceSet ? process.env : { ...process.env, ...npmRetryOptions },
      stdio: options.isShown ? ["ignore", "inherit", "inherit"] : "ignore",
    };
    // On Windows, package managers are scripts, which need a shell. The arguments are safe, because none comes from the
    // user.
    const child =
      process.platform === "win32"
        ? spawn([program, ...args].join(" "), { ...spawnOptions, shell: true })
        : spawn(program, args, spawnOptions);
    const end = () => child.kill("SIGTERM");
    options.signal.addEventListener("abort", end);
    child.on("error", () => resolve(false));
    child.on("close", (code) => {
      options.signal.removeEventListener("abort", end);
      resolve(code === 0);
    });
  });
}
