import type { Database, Statements, Transaction } from "../../database/port.ts";
import { type Sql, sql } from "../../database/sql.ts";
import type { Log } from "../../log/log.ts";
import { type AuditEvent, auditEventOf } from "./log.ts";

/**
 * Wraps a database to also write each audit log entry to the process's log, as in the reference. Entries of a
 * transaction are logged after its commit. Unlike in the reference, the log line contains no names if the
 * table has the entry.
 *
 * @param isKept whether entries are also written to `auth.audit_log_entries`
 */
export function withAuditTrail(database: Database, log: Log, isKept: boolean): Database {
  const write = (events: readonly AuditEvent[]) => {
    for (const event of events) {
      log.info({ auth_audit_event: isKept ? withoutNames(event) : event }, "audit_event");
    }
  };
  return {
    ...database,
    query: async <Row>(statement: Sql) => {
      const event = auditEventOf(statement);
      if (!event) return database.query<Row>(statement);
      const answer = isKept ? await database.query<Row>(statement) : nothing;
      write([event]);
      return answer;
    },
    batch: async (statements, options) => {
      const { sent, events } = split(statements, isKept);
      const answers = await database.batch(sent, options);
      write(events);
      return answers;
    },
    transaction: async (work, options) => {
      let events: AuditEvent[] = [];
      const result = await database.transaction((connection) => {
        // A retried transaction was rolled back, so drop its entries.
        events = [];
        return work(watch(connection, events, isKept));
      }, options);
      write(events);
      return result;
    },
  };
}

/** Returns the entry without names, which identifies people by id only. */
function withoutNames({ actor_username: _username, actor_name: _name, ...event }: AuditEvent) {
  if (!event.traits) return event;
  const { user_email: _email, user_phone: _phone, ...traits } = event.traits;
  return { ...event, traits };
}

function watch(connection: Transaction, events: AuditEvent[], isKept: boolean): Transaction {
  const take = <Results extends readonly unknown[]>(statements: Statements<Results>) => {
    const logged = split(statements, isKept);
    events.push(...logged.events);
    return logged.sent;
  };
  return {
    ...connection,
    query: async (statement) => {
      const event = auditEventOf(statement);
      if (event) events.push(event);
      return event && !isKept ? nothing : connection.query(statement);
    },
    batch: (statements) => connection.batch(take(statements)),
    commitWith: (statements) => connection.commitWith(take(statements)),
  };
}

/** Splits a batch into the statements for the database and the entries for the log. */
function split<Results extends readonly unknown[]>(
  statements: Statements<Results>,
  isKept: boolean,
): { readonly sent: Statements<Results>; readonly events: readonly AuditEvent[] } {
  const events = statements.flatMap((statement) => auditEventOf(statement) ?? []);
  if (isKept) return { sent: statements, events };
  // An empty statement replaces an entry that is only logged, so that the results keep their positions.
  const unkept = statements.map((item) => (auditEventOf(item) ? sql`select` : item));
  return { sent: unkept as Statements<Results>, events };
}

const nothing = { rows: [], affected: 0 };
