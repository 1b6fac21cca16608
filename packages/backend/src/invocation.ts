/** The commands of package managers that run a program of a package, by the name in their user agent. */
const runners: Readonly<Record<string, string>> = {
  npm: "npx",
  pnpm: "pnpm exec",
  yarn: "yarn",
  bun: "bunx",
};

/**
 * Returns what to type before `portico` to run this program again, such as `npx `. Empty if the program was not started
 * by a package manager, because it is on the path then.
 */
export function commandPrefix(env: Readonly<Record<string, string | undefined>>): string {
  const [name = ""] = (env["npm_config_user_agent"] ?? "").split("/", 1);
  const runner = runners[name];
  return runner === undefined ? "" : `${runner} `;
}

/** Matches commands of this program in a text, such as `portico db reset`. The path of a folder is not a command. */
const commandPattern =
  /(?<![\w./-]|npx |exec |yarn |bunx )portico (?=(?:init|dev|start|status|list|stop|migration|db|why|test|gen|seed|snapshot|branch|promote|export|import|backup|restore|doctor) ?)/g;

/** Adds the prefix of this program to the commands that a text names, so that they can be copied to a terminal. */
export const withCommandPrefix = (
  text: string,
  env: Readonly<Record<string, string | undefined>> = process.env,
): string => text.replaceAll(commandPattern, `${commandPrefix(env)}portico `);
