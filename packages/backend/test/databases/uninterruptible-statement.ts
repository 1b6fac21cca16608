/**
 * Prepares {@link uninterruptibleStatement}. Building the arrays checks for interrupts, so on a slow machine a timeout
 * would stop a statement that builds them itself before its uninterruptible part.
 */
export const createArrays = `
  create table two_arrays as
    select array_agg(n) as positive, array_agg(-n) as negative from generate_series(1, 40000) n`;

/** A statement that runs for many seconds and never checks for interrupts. */
export const uninterruptibleStatement = "select positive && negative from two_arrays";
