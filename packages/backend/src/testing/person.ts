import { AuthAdminApi, AuthClient, type User } from "@supabase/auth-js";
import { PostgrestClient } from "@supabase/postgrest-js";
import { memoryStorage } from "./memory-storage.ts";
import type { Keys } from "./thread.ts";

/**
 * A signed-in user with an account.
 *
 * @example
 * ```ts
 * import { type Person, startBackend } from "@portico/backend/testing";
 *
 * await using backend = await startBackend({ project: "." });
 * const ada: Person = await backend.signedIn({ email: "ada@example.com" });
 * await ada.data.from("notes").insert({ title: "Sketch of the Analytical Engine" });
 * ```
 */
export interface Person {
  readonly email: string;
  readonly password: string;
  readonly user: User;
  /** The user's auth client, with its own storage. */
  readonly auth: InstanceType<typeof AuthClient>;
  /** The user's data client, which sees the rows that row-level security allows. */
  readonly data: PostgrestClient;
}

/** Creates a confirmed account unless it exists, and signs in with the password. */
export async function signIn(options: {
  readonly url: string;
  readonly keys: Keys;
  readonly email: string;
  readonly password: string;
}): Promise<Person> {
  const { url, keys, email, password } = options;
  const admin = new AuthAdminApi({
    url: `${url}/auth/v1`,
    headers: { apikey: keys.secret, Authorization: `Bearer ${keys.secret}` },
  });
  const created = await admin.createUser({ email, password, email_confirm: true });
  if (created.error && created.error.code !== "email_exists") throw created.error;

  const auth = new AuthClient({
    url: `${url}/auth/v1`,
    headers: { apikey: keys.publishable },
    autoRefreshToken: false,
    persistSession: true,
    detectSessionInUrl: false,
    storage: memoryStorage(),
  });
  const { data, error } = await auth.signInWithPassword({ email, password });
  if (error) throw error;

  const rest = new PostgrestClient(`${url}/rest/v1`, {
    headers: { apikey: keys.publishable },
    fetch: async (input, init) => {
      const { data: current } = await auth.getSession();
      const headers = new Headers(init?.headers);
      if (current.session) headers.set("authorization", `Bearer ${current.session.access_token}`);
      return fetch(input, { ...init, headers });
    },
  });
  return { email, password, user: data.user, auth, data: rest };
}
