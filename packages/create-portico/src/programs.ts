import { type SpawnOptions, spawn } from "node:child_process";

/** Returns the name of the package manager that runs this program, from its user agent. Default: npm. */
export function packageManager(userAgent = process.env["npm_config_user_agent"]): string {
  const name = userAgent?.split("/")[0] ?? "";
  return ["pnpm", "yarn", "bun"].includes(name) ? name : "npm";
}

/** The pauses between npm's retries. With its defaults, npm takes a quarter of an hour to report a missing network. */
const npmRetryOptions = {
  npm_config_fetch_retry_mintimeout: "1000",
  npm_config_fetch_retry_maxtimeout: "2000",
};
const hasRetryOptions = Object.keys(npmRetryOptions).some((name) => name in process.env);

/**
 * Runs a program and waits until it exits. With `showsOutput`, the terminal shows its output.
 *
 * @returns whether it succeeded
 */
export function run(
  program: string,
  args: readonly string[],
  options: { readonly cwd: string; readonly signal: AbortSignal; readonly showsOutput?: boolean },
): Promise<boolean> {
  return new Promise((resolve) => {
    const spawnOptions: SpawnOptions = {
      cwd: options.cwd,
      env: hasRetryOptions ? process.env : { ...process.env, ...npmRetryOptions },
      stdio: options.showsOutput ? ["ignore", "inherit", "inherit"] : "ignore",
    };
    // On Windows, package managers are scripts, which need a shell. The arguments are safe, because none comes from the
    // user.
    const child =
      process.platform === "win32"
        ? spawn([program, ...args].join(" "), { ...spawnOptions, shell: true })
        : spawn(program, args, spawnOptions);
    const kill = () => child.kill("SIGTERM");
    options.signal.addEventListener("abort", kill);
    child.on("error", () => resolve(false));
    child.on("close", (code) => {
      options.signal.removeEventListener("abort", kill);
      resolve(code === 0);
    });
  });
}
