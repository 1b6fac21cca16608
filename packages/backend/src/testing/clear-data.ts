import type { Database } from "../database/port.ts";

/**
 * Deletes all users, the rows that reference them with a cascading foreign key, and all messages. Keeps the keys
 * and the rows that migrations and seeds have written into the project's own tables.
 */
export function clearData(database: Database): Promise<void> {
  return database.script(`
    delete from auth.users;
    delete from auth.one_time_tokens;
    delete from auth.flow_state;
    delete from auth.audit_log_entries;
    delete from portico.outgoing_messages;
    delete from portico.inbox_messages;
    delete from portico.code_tries;
    delete from portico.sending_clocks;
    delete from portico.rate_limits`);
}
