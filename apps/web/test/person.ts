import { AuthClient, type GoTrueClient } from "@supabase/auth-js";
import { PostgrestClient } from "@supabase/postgrest-js";
import { StorageClient } from "@supabase/storage-js";
import type { DataClient } from "../src/data/data-client.tsx";
import type { Database } from "../src/data/schema.ts";
import { asWhoeverIsSignedIn } from "../src/data/token.ts";
import type { TestBackend } from "./backend.ts";

/** An account with a confirmed address, and the clients of the person who is signed in to it. */
export interface Person {
  readonly email: string;
  readonly password: string;
  readonly auth: GoTrueClient;
  readonly data: DataClient;
  readonly files: StorageClient;
}

/** Signs a person up, by the code in their message. */
export async function signUp(backend: TestBackend, name: string): Promise<Person> {
  const email = `${name}@example.com`;
  const password = "correct horse battery";
  const auth = authClient(backend);
  const { error } = await auth.signUp({ email, password });
  if (error) throw error;
  const found = await fetch(`${backend.origin}/inbox/api/v1/search?query=to:${email}`);
  const { messages } = await found.json();
  const message = await fetch(`${backend.origin}/inbox/api/v1/message/${messages[0].ID}`);
  const token = /\b\d{6}\b/.exec((await message.json()).Text)?.[0];
  const verified = await auth.verifyOtp({ email, token: token ?? "", type: "email" });
  if (verified.error) throw verified.error;
  return { email, password, auth, ...clientsOf(backend, asWhoeverIsSignedIn(auth, fetch)) };
}

/** A person who looks around without an address. */
export async function guest(backend: TestBackend): Promise<Person> {
  const auth = authClient(backend);
  const { error } = await auth.signInAnonymously();
  if (error) throw error;
  return {
    email: "",
    password: "",
    auth,
    ...clientsOf(backend, asWhoeverIsSignedIn(auth, fetch)),
  };
}

/** The user id of a person. */
export async function idOf({ auth }: Person): Promise<string> {
  return (await auth.getUser()).data.user?.id ?? "";
}

/** The clients of the data and the files.
 *
 * @param send what adds the access token
 */
export const clientsOf = (backend: TestBackend, send: typeof fetch) => ({
  data: dataClient(backend, send),
  files: filesClient(backend, send),
});

/** @param send what adds the access token */
export function filesClient(backend: TestBackend, send: typeof fetch): StorageClient {
  return new StorageClient(
    `${backend.origin}/storage/v1`,
    { apikey: backend.publishableKey },
    send,
  );
}

let made = 0;

/** An auth client with a memory of its own. */
export function authClient(backend: TestBackend, headers: Record<string, string> = {}) {
  made += 1;
  return new AuthClient({
    url: `${backend.origin}/auth/v1`,
    headers: { apikey: backend.publishableKey, ...headers },
    persistSession: false,
    autoRefreshToken: false,
    storageKey: `person-${made}`,
  });
}

/** @param send what adds the access token */
export function dataClient(backend: TestBackend, send: typeof fetch): DataClient {
  return new PostgrestClient<Database>(`${backend.origin}/rest/v1`, {
    headers: { apikey: backend.publishableKey },
    fetch: send,
    retry: false,
  });
}
