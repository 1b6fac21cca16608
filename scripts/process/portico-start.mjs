/** Makes glibc release freed memory: see backend/src/cli.ts. */
export const porticoEnvironment = { MALLOC_TRIM_THRESHOLD_: "131072" };

/**
 * Returns the command line of `portico start` on the web app's project folder, with defaults for missing flags.
 *
 * @param {readonly string[]} flags the flags that came after `npm start --`
 * @param {string} port the port to use if no flag names one
 */
export function porticoStartCommand(flags, port) {
  /** @param {string[]} names */
  const lacks = (...names) =>
    !flags.some((argument) =>
      names.some((flag) => argument === flag || argument.startsWith(`${flag}=`)),
    );
  return [
    // The same flags as in the first line of backend/src/cli.ts.
    "--min-semi-space-size=8",
    "--max-semi-space-size=8",
    "packages/backend/src/cli.ts",
    "start",
    "--project",
    "apps/web",
    ...(lacks("--port") ? ["--port", port] : []),
    ...(lacks("--data", "--memory") ? ["--data", ".portico"] : []),
    ...flags,
  ];
}
