/**
 * Thrown if the project folder or the environment has an error that prevents the server from starting.
 *
 * @example
 * ```ts
 * import { ConfigError, createLog, startServer } from "@portico/backend";
 *
 * const options = { project: ".", host: "127.0.0.1", storage: { memory: true }, env: process.env } as const;
 * const server = await startServer({ ...options, log: createLog() }).catch((error: unknown) => {
 *   if (error instanceof ConfigError) console.error(error.message);
 *   throw error;
 * });
 * console.log(server.origin);
 * ```
 */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
  /** One message per problem, with the file, the line if known, the key, the expected value and the actual value. */
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join("\n"));
    this.problems = problems;
  }
}
