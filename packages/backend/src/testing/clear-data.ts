import type { Database } from "../database/port.ts";

/**
 * Forgets everybody, what belongs to them by a foreign key that cascades, and every message. What
 * migrations and seeds put into the project's own tables stays, and so do the keys.
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
