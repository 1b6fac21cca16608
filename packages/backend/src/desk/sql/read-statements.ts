import { type ClassifiedStatement, classify } from "../../database/migrations/classify.ts";
import { splitStatements } from "../../database/migrations/statements.ts";
import type { DeskContext } from "../context.ts";
import { invalidRequest, notInTransaction } from "../errors.ts";

const mostStatements = 200;

/**
 * Splits a script into the statements of one transaction.
 *
 * @throws {DeskError} for statements that end the transaction, and with it the role
 */
export async function readStatements(
  { database }: Pick<DeskContext, "database">,
  text: string,
): Promise<readonly ClassifiedStatement[]> {
  const statements = splitStatements(text);
  if (statements.length === 0) throw invalidRequest("The script has no statement.");
  if (statements.length > mostStatements) {
    throw invalidRequest(`The script has more than ${mostStatements} statements.`);
  }
  const classified: ClassifiedStatement[] = [];
  for (const [at, statement] of statements.entries()) {
    const one = await classify(statement, database);
    const isAllowed = one.kind === "ordinary" || one.kind === "savepoint";
    if (!isAllowed) throw notInTransaction(one.text.slice(0, 40), at, one.start + 1);
    classified.push(one);
  }
  return classified;
}
