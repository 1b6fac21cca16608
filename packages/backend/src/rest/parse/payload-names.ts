/**
 * How many names of a long body are looked at. A table has at most 1,600 columns and a function a hundred
 * parameters, so a body with this many names fits neither, whatever the other names are.
 */
export const mostNames = 2_000;

/** In characters; a name in PostgreSQL has at most 63. */
const longestName = 100;

/** The name to look up, and to quote to the caller when nothing has it. */
export const nameIn = (text: string): string =>
  text.length > longestName ? text.slice(0, longestName) : text;
