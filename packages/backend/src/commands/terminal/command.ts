import type { ParseArgsOptionDescriptor } from "node:util";

/** An option of a command, in the format of `parseArgs` (`node:util`), with the text for `--help`. */
export interface CommandOption extends ParseArgsOptionDescriptor {
  /** The placeholder for the value in `--help`, such as `DIR`. A boolean option has none. */
  readonly argument?: string;
  readonly help: string;
}

export type CommandOptions = Readonly<Record<string, CommandOption>>;

/** The values of options. A missing boolean option is false, and any other missing option is undefined. */
export type OptionValues<Options extends CommandOptions> = {
  readonly [Name in keyof Options]: Options[Name] extends { readonly default: infer Default }
    ? Default extends boolean
      ? boolean
      : string
    : Options[Name]["type"] extends "boolean"
      ? boolean
      : string | undefined;
};

/** The arguments of a command. */
export interface Invocation<Options extends CommandOptions> {
  readonly values: OptionValues<Options>;
  /** The arguments after the command's name and options. */
  readonly parameters: readonly string[];
}

/** A command of `portico`. */
export interface Command<Options extends CommandOptions = CommandOptions> {
  /** The words after `portico`, such as `db reset`. */
  readonly name: string;
  /** The parameters as `--help` shows them, such as `FILE…`. If undefined, the command takes none. */
  readonly parameters?: string;
  /** A one-line description for the list of commands. */
  readonly summary: string;
  readonly options: Options;
  /** More lines for `--help`, after the options. */
  readonly notes?: string;
  /**
   * Runs the command. Imports the command's modules inside the function, so that other commands do not load them.
   *
   * @throws {UsageError} when the arguments cannot be used
   */
  run(invocation: Invocation<Options>): Promise<void>;
}

/** Declares a command, and infers the types of its values from its options. */
export const defineCommand = <const Options extends CommandOptions>(
  command: Command<Options>,
): Command => command as Command;
