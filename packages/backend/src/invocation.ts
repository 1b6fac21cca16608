/** Maps the name in a package manager's user agent to the command that runs a program of a package. */
const runners: Readonly<Record<string, string>> = {
  npm: "npx",
  pnpm: "pnpm exec",
  yarn: "yarn",
  bun: "bunx",
};

/**
 * Returns what to type before `portico` to run this program again, such as `npx `. The text is empty if no package
 * manager started the program, because then it is on the PATH.
 */
export function commandPrefix(env: Readonly<Record<string, string | undefined>>): string {
  const [name = ""] = (env["npm_config_user_agent"] ?? "").split("/", 1);
  const runner = runners[name];
  return runner === undefined ? "" : `${runner} `;
}

/** Matches commands of this program in a text, such as `portico db reset`. The path of a folder is not a command. */
const commandPattern =
  /(?<![\w./-]|npx |exec |yarn |bunx )portico (?=(?:init|dev|start|status|list|stop|migration|db|why|test|gen|seed|snapshot|branch|promote|export|import|backup|restore|doctor) ?)/g;

/** Adds this program's prefix to each `portico` command in a text, so that the command can be copied to a terminal. */
export const withCommandPrefix = (
  text: string,
  env: Readonly<Record<string, string | undefined>> = process.env,
): string => text.replaceAll(commandPattern, `${commandPrefix(env)}portico `);
