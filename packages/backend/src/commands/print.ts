/**
 * Returns a text in which control characters are shown and not obeyed, as in psql. Rows, names and messages of the
 * database have what users wrote, and a terminal takes a sequence of such characters for a command: to set its title or
 * its clipboard, or to hide lines. Tabs and the ends of lines stay.
 */
export const withoutControls = (text: string): string =>
  text.replace(
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what terminals obey
    /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]|\r(?!\n)/g,
    (found) => `\\x${found.charCodeAt(0).toString(16).padStart(2, "0")}`,
  );

type Output = Pick<NodeJS.WriteStream, "write"> & { readonly isTTY?: boolean };

/** Writes to standard output, to programs exactly and to a terminal {@link withoutControls}. */
export function print(text: string, output: Output = process.stdout): void {
  output.write(output.isTTY ? withoutControls(text) : text);
}

/** Writes to standard error as {@link print} does to standard output. */
export const printError = (text: string): void => print(text, process.stderr);
