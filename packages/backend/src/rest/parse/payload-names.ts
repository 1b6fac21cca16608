/**
 * The most names of a long body that are looked at. A table has 1,600 columns at most, and a function a
 * hundred parameters: a body with as many names fits none of them, whatever the others are.
 */
export const mostNames = 2_000;

/** In characters; a name in PostgreSQL has 63 at most. */
const longestName = 100;

/** A name as it is looked for, and told to the caller where nothing has it. */
export const nameIn = (text: string): string =>
  text.length > longestName ? text.slice(0, longestName) : text;
