import { randomUUID } from "node:crypto";
import type { Connection } from "../../database/port.ts";
import { type Sql, sql } from "../../database/sql.ts";
import type { User } from "../users/users.ts";

/** Maps each recorded action to its `log_type` in the reference. */
const logTypes = {
  login: "account",
  logout: "account",
  invite_accepted: "account",
  account_contested: "account",
  account_claimed: "account",
  account_recovered: "account",
  user_signedup: "team",
  user_invited: "team",
  user_deleted: "team",
  token_revoked: "token",
  token_refreshed: "token",
  user_modified: "user",
  user_recovery_requested: "user",
  user_reauthenticate_requested: "user",
  user_confirmation_requested: "user",
  user_repeated_signup: "user",
  user_updated_password: "user",
  identity_linked: "user",
  identity_unlinked: "user",
  passkey_created: "user",
  passkey_updated: "user",
  passkey_deleted: "user",
  factor_in_progress: "factor",
  factor_unenrolled: "factor",
  challenge_created: "factor",
  verification_attempted: "factor",
  factor_deleted: "factor",
  factor_updated: "factor",
} as const;

export type AuditAction = keyof typeof logTypes;

/** The actor of an entry. */
export interface Actor {
  readonly actor_id: string;
  readonly actor_username: string;
  readonly actor_via_sso: boolean;
  readonly actor_name?: unknown;
}

/** Returns the actor for an administrator. Administrators are not users; the log names their role. */
export function administratorActor(role: string): Actor {
  return {
    actor_id: "00000000-0000-0000-0000-000000000000",
    actor_username: role,
    actor_via_sso: false,
  };
}

export function userActor(user: User): Actor {
  const name = user.raw_user_meta_data?.["full_name"];
  return {
    actor_id: user.id,
    actor_username: user.phone || user.email || "",
    actor_via_sso: user.is_sso_user,
    ...(name === undefined ? {} : { actor_name: name }),
  };
}

/** An audit log entry as it is written to the process's log: the payload and the row's other columns. */
export interface AuditEvent extends Actor {
  readonly action: AuditAction;
  readonly log_type: string;
  readonly traits?: Readonly<Record<string, unknown>>;
  readonly audit_log_id: string;
  /** Empty if the reference does not record the address for this action. */
  readonly ip_address: string;
  /** ISO 8601, UTC. */
  readonly created_at: string;
}

/** Returns the user as entries describe them in their traits. */
export function traitsOf(user: User): Record<string, unknown> {
  return { user_id: user.id, user_email: user.email ?? "", user_phone: user.phone ?? "" };
}

/**
 * Writes an entry into `auth.audit_log_entries`, in the transaction of the recorded change
 * (supabase/auth, `internal/models/audit_log_entry.go`).
 *
 * @param address the IP address, if the reference records it
 */
export async function recordAudit(
  connection: Connection,
  ...entry: Parameters<typeof auditEntry>
): Promise<void> {
  await connection.query(auditEntry(...entry));
}

/** Returns the statement of {@link recordAudit}, to send in a batch with other statements. */
export function auditEntry(
  actor: Actor,
  action: AuditAction,
  traits?: Record<string, unknown>,
  address = "",
): Sql {
  const id = randomUUID();
  const payload = {
    ...actor,
    action,
    log_type: logTypes[action],
    ...(traits ? { traits } : {}),
  };
  const statement = sql`
    insert into auth.audit_log_entries (instance_id, id, payload, created_at, ip_address)
    values ('00000000-0000-0000-0000-000000000000', ${id}, ${payload},
      clock_timestamp(), ${address})`;
  events.set(statement, {
    ...payload,
    audit_log_id: id,
    ip_address: address,
    created_at: new Date().toISOString(),
  });
  return statement;
}

const events = new WeakMap<Sql, AuditEvent>();

/** Returns the audit log entry that a statement writes, or undefined for any other statement. */
export function auditEventOf(statement: Sql): AuditEvent | undefined {
  return events.get(statement);
}
