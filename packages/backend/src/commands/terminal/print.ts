import { withCommandPrefix } from "../../invocation.ts";

/**
 * Makes control characters visible, as psql does. Rows, names and messages from the database can contain text that
 * users have written. A terminal would execute control sequences in it, for example to set its title or clipboard, or
 * to hide lines. Keeps tabs and line ends.
 */
export const showControlCharacters = (text: string): string =>
  text.replace(
    // biome-ignore lint/suspicious/noControlCharactersInRegex: terminals execute these characters
    /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]|\r(?!\n)/g,
    (character) => `\\x${character.charCodeAt(0).toString(16).padStart(2, "0")}`,
  );

type Output = Pick<NodeJS.WriteStream, "write"> & { readonly isTTY?: boolean };

/**
 * Writes to standard output. A program receives the exact text. On a terminal, control characters are made visible
 * ({@link showControlCharacters}).
 */
export function print(text: string, output: Output = process.stdout): void {
  output.write(output.isTTY ? showControlCharacters(text) : text);
}

/**
 * Writes a message for a person. Adds the prefix of the package manager, such as `npx`, to each `portico` command in
 * it.
 */
export const printMessage = (text: string): void => print(withCommandPrefix(text));

/** Writes a message to standard error in the same way as {@link printMessage}. */
export const printError = (text: string): void => print(withCommandPrefix(text), process.stderr);
