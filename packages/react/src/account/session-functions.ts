/** A session of the user, as `public.list_sessions` of docs/account.md returns it. */
export interface SessionRow {
  readonly id: string;
  readonly created_at: string;
  /** When the session was last refreshed, in ISO 8601. */
  readonly last_seen_at: string;
  readonly user_agent: string | null;
  readonly ip: string | null;
  /** Whether it is the session of the request. */
  readonly is_current: boolean;
}

/** How to list and end the sessions of the user: the auth server has no endpoint for this. */
export interface SessionFunctions {
  list(): PromiseLike<readonly SessionRow[]>;
  /** Ends another session of the user. */
  end(id: string): PromiseLike<void>;
}

/** A client that calls functions of the database: `createClient` of supabase-js, or postgrest-js alone. */
export interface FunctionClient {
  // biome-ignore lint/suspicious/noExplicitAny: the types of a project's own functions differ
  rpc(name: any, parameters?: any): PromiseLike<{ data: unknown; error: unknown }>;
}

/**
 * Returns the calls of `public.list_sessions` and `public.end_session`. docs/account.md has the migration that creates
 * them.
 *
 * @example
 * const sessions = sessionFunctions(supabase);
 * <SessionsSection functions={sessions} />
 */
export function sessionFunctions(client: FunctionClient): SessionFunctions {
  return {
    async list() {
      const { data, error } = await client.rpc("list_sessions");
      if (error) throw error;
      return Array.isArray(data) ? data : [];
    },
    async end(id) {
      const { error } = await client.rpc("end_session", { session_id: id });
      if (error) throw error;
    },
  };
}
