/** The project folder holds something that the server cannot start with. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
  /** One sentence each: file, line where known, key, what was expected, what was found. */
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join("\n"));
    this.problems = problems;
  }
}
