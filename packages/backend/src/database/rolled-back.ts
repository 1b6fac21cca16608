import type { Connection, Database, TransactionOptions } from "./port.ts";

/** Runs work in a transaction that is always rolled back, and returns its result. */
export async function rolledBack<Outcome>(
  database: Database,
  work: (connection: Connection) => Promise<Outcome>,
  options: TransactionOptions,
): Promise<Outcome> {
  let outcome: { readonly value: Outcome } | undefined;
  try {
    return await database.transaction(async (connection) => {
      outcome = { value: await work(connection) };
      throw undone;
    }, options);
  } catch (error) {
    if (error !== undone || !outcome) throw error;
    return outcome.value;
  }
}

/** Thrown to end the transaction without a commit. */
const undone = new Error("The transaction was rolled back, as was asked.");
