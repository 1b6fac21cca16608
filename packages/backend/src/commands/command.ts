import type { ParseArgsOptionDescriptor } from "node:util";

/** An option of a command, as `parseArgs` of `node:util` takes it, with the text for `--help`. */
export interface CommandOption extends ParseArgsOptionDescriptor {
  /** The placeholder of the value in `--help`, such as `DIR`. A boolean option has none. */
  readonly argument?: string;
  readonly help: string;
}

export type CommandOptions = Readonly<Record<string, CommandOption>>;

/** The values of options: a boolean option that was not given is false, any other is undefined. */
export type OptionValues<Options extends CommandOptions> = {
  readonly [Name in keyof Options]: Options[Name] extends { readonly default: infer Default }
    ? Default extends boolean
      ? boolean
      : string
    : Options[Name]["type"] extends "boolean"
      ? boolean
      : string | undefined;
};

/** What a command is called with. */
export interface Invocation<Options extends CommandOptions> {
  readonly values: OptionValues<Options>;
  /** The arguments after the command's name. */
  readonly parameters: readonly string[];
}

/** A command of `portico`. */
export interface Command<Options extends CommandOptions = CommandOptions> {
  /** The words after `portico`, such as `db reset`. */
  readonly name: string;
  /** The parameters in `--help`, such as `FILE…`. Without it, the command takes none. */
  readonly parameters?: string;
  /** One line for the list of commands. */
  readonly summary: string;
  readonly options: Options;
  /** More lines for `--help`, after the options. */
  readonly notes?: string;
  /**
   * Runs the command. Its modules are imported here, so that no command loads those of another.
   *
   * @throws {UsageError} when the arguments cannot be used
   */
  run(invocation: Invocation<Options>): Promise<void>;
}

/** Declares a command: infers the types of its values from its options. */
export const defineCommand = <const Options extends CommandOptions>(
  command: Command<Options>,
): Command => command as unknown as Command;
