import { AuthClient, type GoTrueClientOptions } from "@supabase/auth-js";
import { inject } from "vitest";
import { commands } from "vitest/browser";

const { origin, publishableKey } = inject("backend");

/** The password of the accounts that `signUpAccount` creates. */
export const password = "correct horse battery";

/** Returns a client for the tests' backend. Each client has its own session. */
export function realClient(options: GoTrueClientOptions = {}) {
  const auth = new AuthClient({
    url: `${origin}/auth/v1`,
    headers: { apikey: publishableKey },
    storageKey: crypto.randomUUID(),
    autoRefreshToken: false,
    ...options,
  });
  return {
    auth,
    /** Calls a database function, like `createClient` of supabase-js. */
    async rpc(name: string, parameters: object = {}) {
      const { data } = await auth.getSession();
      const response = await fetch(`${origin}/rest/v1/rpc/${name}`, {
        method: "POST",
        headers: {
          apikey: publishableKey,
          Authorization: `Bearer ${data.session?.access_token ?? publishableKey}`,
          "Content-Type": "application/json",
        },
        body: JSON.stringify(parameters),
      });
      const text = await response.text();
      const body: unknown = text ? JSON.parse(text) : null;
      return response.ok ? { data: body, error: null } : { data: null, error: Object(body) };
    },
  };
}

/** Creates an account with a confirmed address, and returns the address. The client is then signed in. */
export async function signUpAccount(client = realClient(), name?: string): Promise<string> {
  const email = `kit-${crypto.randomUUID().slice(0, 8)}@example.com`;
  const { error } = await client.auth.signUp({
    email,
    password,
    options: { data: name ? { full_name: name } : {} },
  });
  if (error) throw error;
  const token = await commands.newestCode(origin, email);
  const verification = await client.auth.verifyOtp({ email, token, type: "signup" });
  if (verification.error) throw verification.error;
  return email;
}

/** Returns whether an access token's session exists on the server. */
export async function isSessionAlive(accessToken: string): Promise<boolean> {
  const { data } = await realClient().auth.getUser(accessToken);
  return data.user !== null;
}

/** Returns the access token of a client's session. */
export async function accessTokenOf({ auth }: ReturnType<typeof realClient>): Promise<string> {
  const { data } = await auth.getSession();
  return data.session?.access_token ?? "";
}
