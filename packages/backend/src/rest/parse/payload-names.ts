/**
 * The maximum number of names that are read from a long body. A table has at most 1,600 columns and a function at most
 * a hundred parameters, so a body with more names matches neither.
 */
export const maxNames = 2_000;

/** A name in PostgreSQL has at most 63 bytes. */
const maxNameLength = 100;

/** Shortens a name for the lookup, and for the error message if it does not exist. */
export const truncateName = (text: string): string =>
  text.length > maxNameLength ? text.slice(0, maxNameLength) : text;
