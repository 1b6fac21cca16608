import { AuthClient, type GoTrueClient } from "@supabase/auth-js";
import { PostgrestClient } from "@supabase/postgrest-js";
import { StorageClient } from "@supabase/storage-js";
import { withAccessToken } from "../src/data/access-token.ts";
import type { DataClient } from "../src/data/data-client.tsx";
import type { Database } from "../src/data/schema.ts";
import type { TestBackend } from "./backend.ts";

/** A signed-in user with a confirmed address, and their clients. */
export interface TestUser {
  readonly email: string;
  readonly password: string;
  readonly auth: GoTrueClient;
  readonly data: DataClient;
  readonly files: StorageClient;
}

/** Signs a user up with the code of the confirmation e-mail. */
export async function signUp(backend: TestBackend, name: string): Promise<TestUser> {
  const email = `${name}@example.com`;
  const password = "correct horse battery";
  const auth = authClient(backend);
  const { error } = await auth.signUp({ email, password });
  if (error) throw error;
  const response = await fetch(`${backend.origin}/inbox/api/v1/search?query=to:${email}`);
  const { messages } = await response.json();
  const message = await fetch(`${backend.origin}/inbox/api/v1/message/${messages[0].ID}`);
  const token = /\b\d{6}\b/.exec((await message.json()).Text)?.[0];
  const verification = await auth.verifyOtp({ email, token: token ?? "", type: "email" });
  if (verification.error) throw verification.error;
  return { email, password, auth, ...clientsOf(backend, withAccessToken(auth, fetch)) };
}

/** Signs in a guest. */
export async function signInAsGuest(backend: TestBackend): Promise<TestUser> {
  const auth = authClient(backend);
  const { error } = await auth.signInAnonymously();
  if (error) throw error;
  return {
    email: "",
    password: "",
    auth,
    ...clientsOf(backend, withAccessToken(auth, fetch)),
  };
}

/** Returns the user id. */
export async function userIdOf({ auth }: TestUser): Promise<string> {
  return (await auth.getUser()).data.user?.id ?? "";
}

/** @param fetchImpl a `fetch` that adds the access token */
export const clientsOf = (backend: TestBackend, fetchImpl: typeof fetch) => ({
  data: dataClient(backend, fetchImpl),
  files: filesClient(backend, fetchImpl),
});

/** @param fetchImpl a `fetch` that adds the access token */
export function filesClient(backend: TestBackend, fetchImpl: typeof fetch): StorageClient {
  return new StorageClient(
    `${backend.origin}/storage/v1`,
    { apikey: backend.publishableKey },
    fetchImpl,
  );
}

let clientCount = 0;

/** Creates an auth client with its own storage key. */
export function authClient(backend: TestBackend, headers: Record<string, string> = {}) {
  clientCount += 1;
  return new AuthClient({
    url: `${backend.origin}/auth/v1`,
    headers: { apikey: backend.publishableKey, ...headers },
    persistSession: false,
    autoRefreshToken: false,
    storageKey: `person-${clientCount}`,
  });
}

/** @param fetchImpl a `fetch` that adds the access token */
export function dataClient(backend: TestBackend, fetchImpl: typeof fetch): DataClient {
  return new PostgrestClient<Database>(`${backend.origin}/rest/v1`, {
    headers: { apikey: backend.publishableKey },
    fetch: fetchImpl,
    retry: false,
  });
}
