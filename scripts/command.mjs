/** Has glibc give back what was freed: packages/backend/src/cli.ts. */
export const porticoEnvironment = { MALLOC_TRIM_THRESHOLD_: "131072" };

/**
 * The command line of `portico start` on the web app's project folder: what was given, and what was
 * left open.
 *
 * @param {readonly string[]} given the flags that came after `npm start --`
 * @param {string} port where no flag says which
 */
export function porticoStart(given, port) {
  /** @param {string[]} flags */
  const lacks = (...flags) =>
    !given.some((word) => flags.some((flag) => word === flag || word.startsWith(`${flag}=`)));
  return [
    // As the first line of that file has it.
    "--min-semi-space-size=8",
    "--max-semi-space-size=8",
    ...["packages/backend/src/cli.ts", "start", "--project", "apps/web"],
    ...(lacks("--port") ? ["--port", port] : []),
    ...(lacks("--data", "--memory") ? ["--data", ".portico"] : []),
    ...given,
  ];
}
