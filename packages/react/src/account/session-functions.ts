/** One of the user's sessions, as `public.list_sessions` returns it (docs/account.md). */
export interface SessionRow {
  readonly id: string;
  readonly created_at: string;
  /** When the session was last refreshed, in ISO 8601. */
  readonly last_seen_at: string;
  readonly user_agent: string | null;
  readonly ip: string | null;
  /** Whether this is the session that made the request. */
  readonly is_current: boolean;
}

/**
 * Functions that list and end the user's sessions. They call the database, because the auth server has no endpoint for
 * this.
 */
export interface SessionFunctions {
  list(): PromiseLike<readonly SessionRow[]>;
  /** Ends another session of the user. */
  end(id: string): PromiseLike<void>;
}

/** A client that can call database functions: `createClient` of supabase-js, or a client of postgrest-js. */
export interface FunctionClient {
  // biome-ignore lint/suspicious/noExplicitAny: the types of a project's own functions differ
  rpc(name: any, parameters?: any): PromiseLike<{ data: unknown; error: unknown }>;
}

/**
 * Returns functions that call `public.list_sessions` and `public.end_session`. docs/account.md has the migration that
 * creates both.
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
