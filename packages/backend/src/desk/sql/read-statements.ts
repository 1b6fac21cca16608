import { type ClassifiedStatement, classify } from "../../database/migrations/classify.ts";
import { splitStatements } from "../../database/migrations/statements.ts";
import type { DataContext } from "../context.ts";
import { invalidRequest, notInTransaction } from "../errors.ts";

const maxStatements = 200;

/**
 * Splits a script into the statements of one transaction.
 *
 * @throws {DeskError} for statements that would end the transaction, and thereby the role
 */
export async function readStatements(
  { database }: Pick<DataContext, "database">,
  text: string,
): Promise<readonly ClassifiedStatement[]> {
  const statements = splitStatements(text);
  if (statements.length === 0) throw invalidRequest("The script has no statement.");
  if (statements.length > maxStatements) {
    throw invalidRequest(`The script has more than ${maxStatements} statements.`);
  }
  const classified: ClassifiedStatement[] = [];
  for (const [index, statement] of statements.entries()) {
    const classifiedStatement = await classify(statement, database);
    const isAllowed =
      classifiedStatement.kind === "ordinary" || classifiedStatement.kind === "savepoint";
    if (!isAllowed)
      throw notInTransaction(
        classifiedStatement.text.slice(0, 40),
        index,
        classifiedStatement.start + 1,
      );
    classified.push(classifiedStatement);
  }
  return classified;
}
