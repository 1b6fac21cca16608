/**
 * Creates the arrays for {@link uninterruptibleStatement}. Building them checks for interrupts: if the statement built
 * them itself, a timeout on a slow machine would stop it before its uninterruptible part.
 */
export const createArraysSql = `
  create table two_arrays as
    select array_agg(n) as positive, array_agg(-n) as negative from generate_series(1, 40000) n`;

/** A statement that runs for many seconds and never checks for interrupts. */
export const uninterruptibleStatement = "select positive && negative from two_arrays";
