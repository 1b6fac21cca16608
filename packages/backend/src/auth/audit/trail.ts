import type { Database, Statements, Transaction } from "../../database/port.ts";
import { type Sql, sql } from "../../database/sql.ts";
import type { Log } from "../../log/log.ts";
import { type AuditEvent, auditEventOf } from "./log.ts";

/**
 * Wraps a database to also write each audit log entry to the process's log, as in the reference. Entries of a
 * transaction are logged after its commit. Unlike in the reference, the log line contains no names if the
 * table has the entry.
 *
 * @param isStored whether entries are also written to `auth.audit_log_entries`
 */
export function withAuditTrail(database: Database, log: Log, isStored: boolean): Database {
  const logEvents = (events: readonly AuditEvent[]) => {
    for (const event of events) {
      log.info({ auth_audit_event: isStored ? withoutNames(event) : event }, "audit_event");
    }
  };
  return {
    ...database,
    query: async <Row>(statement: Sql) => {
      const event = auditEventOf(statement);
      if (!event) return database.query<Row>(statement);
      const result = isStored ? await database.query<Row>(statement) : emptyResult;
      logEvents([event]);
      return result;
    },
    batch: async (statements, options) => {
      const { databaseStatements, events } = split(statements, isStored);
      const results = await database.batch(databaseStatements, options);
      logEvents(events);
      return results;
    },
    transaction: async (work, options) => {
      let events: AuditEvent[] = [];
      const result = await database.transaction((connection) => {
        // A retried transaction was rolled back, so drop its entries.
        events = [];
        return work(collectEvents(connection, events, isStored));
      }, options);
      logEvents(events);
      return result;
    },
  };
}

/** Returns the entry without names, so that it identifies people only by their ids. */
function withoutNames({ actor_username: _username, actor_name: _name, ...event }: AuditEvent) {
  if (!event.traits) return event;
  const { user_email: _email, user_phone: _phone, ...traits } = event.traits;
  return { ...event, traits };
}

function collectEvents(
  connection: Transaction,
  events: AuditEvent[],
  isStored: boolean,
): Transaction {
  const splitAndCollect = <Results extends readonly unknown[]>(statements: Statements<Results>) => {
    const parts = split(statements, isStored);
    events.push(...parts.events);
    return parts.databaseStatements;
  };
  return {
    ...connection,
    query: async (statement) => {
      const event = auditEventOf(statement);
      if (event) events.push(event);
      return event && !isStored ? emptyResult : connection.query(statement);
    },
    batch: (statements) => connection.batch(splitAndCollect(statements)),
    commitWith: (statements) => connection.commitWith(splitAndCollect(statements)),
  };
}

/** Splits a batch into the statements for the database and the entries for the log. */
function split<Results extends readonly unknown[]>(
  statements: Statements<Results>,
  isStored: boolean,
): { readonly databaseStatements: Statements<Results>; readonly events: readonly AuditEvent[] } {
  const events = statements.flatMap((statement) => auditEventOf(statement) ?? []);
  if (isStored) return { databaseStatements: statements, events };
  // An empty statement replaces an entry that is only logged, so that the results keep their positions.
  const withoutEntries = statements.map((statement) =>
    auditEventOf(statement) ? sql`select` : statement,
  );
  return { databaseStatements: withoutEntries as Statements<Results>, events };
}

const emptyResult = { rows: [], affected: 0 };
