import type { Database, Transaction, TransactionOptions } from "../port.ts";
import type { Sql } from "../sql.ts";
import { explainTriggerError } from "./explanations.ts";
import { becomeAuthAdmin } from "./role.ts";
import type { TriggerFunction, TriggerFunctions } from "./trigger-functions.ts";

/**
 * Wraps a database to write to `auth` as the hosted service does: as `supabase_auth_admin`, with the search path
 * `auth`. The project's triggers, including deferred ones, then have the same privileges and find the same tables as on
 * the hosted service. A project without such triggers needs no extra statement; otherwise each transaction sends one
 * more statement together with its first one.
 */
export function asAuthAdmin(
  database: Database,
  triggers: Pick<TriggerFunctions, "current">,
): Database {
  return {
    ...database,
    query: async <Row>(statement: Sql) => {
      const functions = writesAuth(statement) ? await triggers.current() : undefined;
      if (!functions) return database.query<Row>(statement);
      const [result] = await explainErrors(functions, () =>
        database.batch<[Row]>([statement], withRole()),
      );
      return result;
    },
    batch: async (statements, options) => {
      const functions = statements.some(writesAuth) ? await triggers.current() : undefined;
      if (!functions) return database.batch(statements, options);
      return explainErrors(functions, () => database.batch(statements, withRole(options)));
    },
    transaction: async (work, options) => {
      const functions = await triggers.current();
      if (!functions) return database.transaction(work, options);
      return explainErrors(functions, () =>
        database.transaction(
          (connection) => work(withExplainedErrors(connection, functions)),
          withRole(options),
        ),
      );
    },
    withLimits: (limits) => asAuthAdmin(database.withLimits(limits), triggers),
  };
}

const withRole = (options: TransactionOptions = {}): TransactionOptions => ({
  ...options,
  first: [becomeAuthAdmin, ...(options.first ?? [])],
});

const writesAuth = ({ text }: Sql) => /\b(insert into|update|delete from) auth\./.test(text);

/**
 * Explains errors before the code inside the transaction sees them, because that code may convert them to other errors.
 */
function withExplainedErrors(
  connection: Transaction,
  functions: readonly TriggerFunction[],
): Transaction {
  return {
    query: (statement) => explainErrors(functions, () => connection.query(statement)),
    batch: (statements) => explainErrors(functions, () => connection.batch(statements)),
    script: (text) => explainErrors(functions, () => connection.script(text)),
    commitWith: (statements) => explainErrors(functions, () => connection.commitWith(statements)),
  };
}

async function explainErrors<T>(
  functions: readonly TriggerFunction[],
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw explainTriggerError(error, functions);
  }
}
