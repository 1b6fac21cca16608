import { withCommandPrefix } from "../../invocation.ts";

/**
 * Makes control characters visible, as psql does. Rows, names and messages of the database contain text of users, and a
 * terminal would execute a sequence of such characters, for example to set its title or clipboard, or to hide lines.
 * Tabs and line ends are kept.
 */
export const showControlCharacters = (text: string): string =>
  text.replace(
    // biome-ignore lint/suspicious/noControlCharactersInRegex: terminals execute these characters
    /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]|\r(?!\n)/g,
    (character) => `\\x${character.charCodeAt(0).toString(16).padStart(2, "0")}`,
  );

type Output = Pick<NodeJS.WriteStream, "write"> & { readonly isTTY?: boolean };

/** Writes to standard output. Programs receive the exact text, a terminal receives it {@link showControlCharacters}. */
export function print(text: string, output: Output = process.stdout): void {
  output.write(output.isTTY ? showControlCharacters(text) : text);
}

/** Writes a message for a person, in which commands have the prefix of the package manager that runs this one. */
export const printMessage = (text: string): void => print(withCommandPrefix(text));

/** Writes a message to standard error in the same way as {@link printMessage}. */
export const printError = (text: string): void => print(withCommandPrefix(text), process.stderr);
