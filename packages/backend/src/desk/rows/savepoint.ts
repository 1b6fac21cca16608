import type { Connection } from "../../database/port.ts";
import { sql } from "../../database/sql.ts";

/** Runs work in a savepoint, so that the transaction can continue if the work fails. */
export async function inSavepoint<Outcome>(
  connection: Connection,
  work: () => Promise<Outcome>,
): Promise<Outcome> {
  await connection.query(sql`savepoint portico_desk`);
  try {
    const outcome = await work();
    await connection.query(sql`release savepoint portico_desk`);
    return outcome;
  } catch (error) {
    await connection.query(sql`rollback to savepoint portico_desk`);
    throw error;
  }
}
