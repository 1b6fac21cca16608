import { parseArgs } from "node:util";
import { UsageError } from "../../usage-error.ts";
import type { Command, CommandOptions, Invocation } from "./command.ts";

/** The parsed command line. */
export type Request =
  | { readonly kind: "version" }
  | { readonly kind: "help"; readonly command: Command | undefined }
  | {
      readonly kind: "run";
      readonly command: Command;
      readonly invocation: Invocation<CommandOptions>;
    };

/** The options of every command. */
const commonOptions = { help: { type: "boolean" }, version: { type: "boolean" } } as const;

/**
 * Parses the arguments after `portico`. Options may come before the command's name.
 *
 * @throws {UsageError} for an unknown command or option
 */
export function readArguments(args: readonly string[], commands: readonly Command[]): Request {
  const allOptions = Object.assign({}, ...commands.map(({ options }) => options), commonOptions);
  const words = parse(args, allOptions, false).positionals;
  const command = findCommand(words, commands);
  if (!command) {
    const { values, positionals } = parse(args, allOptions, true);
    if (values["version"]) return { kind: "version" };
    if (values["help"] || positionals.length === 0) return { kind: "help", command: undefined };
    throw unknownCommand(positionals, commands);
  }
  const { values, positionals } = parse(args, { ...commonOptions, ...command.options }, true);
  // Check for `true`, because some commands have a --version option whose value is a migration's version.
  if (values["version"] === true) return { kind: "version" };
  if (values["help"]) return { kind: "help", command };
  const parameters = positionals.slice(command.name.split(" ").length);
  if (command.parameters === undefined && parameters.length > 0) {
    throw new UsageError(`portico ${command.name} takes no "${parameters.join(" ")}".`);
  }
  const defaults = Object.entries(command.options).map(([name, option]) => [
    name,
    option.type === "boolean" ? false : undefined,
  ]);
  const invocation = { values: { ...Object.fromEntries(defaults), ...values }, parameters };
  return { kind: "run", command, invocation };
}

function parse(
  args: readonly string[],
  options: CommandOptions | typeof commonOptions,
  strict: boolean,
) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options, strict });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    // Remove Node's advice about parameters that begin with a dash, because no command has such parameters.
    throw new UsageError(message.replace(/\. To specify a positional argument .*/s, "."));
  }
}

/** Returns the command with the longest name that matches the first words. */
function findCommand(words: readonly string[], commands: readonly Command[]): Command | undefined {
  return commands
    .filter(({ name }) => name.split(" ").every((part, index) => words[index] === part))
    .sort((first, second) => second.name.length - first.name.length)[0];
}

function unknownCommand(words: readonly string[], commands: readonly Command[]): UsageError {
  const [firstWord] = words;
  const commandsInGroup = commands.filter(({ name }) => name.startsWith(`${firstWord} `));
  const list = (commandsInGroup.length > 0 ? commandsInGroup : commands)
    .map(({ name }) => name)
    .join(", ");
  return new UsageError(`Unknown command "${words.join(" ")}". Available commands: ${list}.`);
}
