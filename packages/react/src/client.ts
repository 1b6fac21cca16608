import type { GoTrueClient } from "@supabase/auth-js";

/**
 * What the forms ask of a client: the `auth` of a Supabase client, or anything with its shape.
 * It is the only thing that they know of a server.
 */
export interface AuthUiClient {
  auth: Pick<
    GoTrueClient,
    | "signInWithPassword"
    | "signUp"
    | "signInWithOtp"
    | "signInWithOAuth"
    | "resetPasswordForEmail"
    | "updateUser"
    | "verifyOtp"
    | "resend"
    | "onAuthStateChange"
  >;
}

/** What the session's context asks of a client. */
export interface SessionClient {
  auth: Pick<GoTrueClient, "getSession" | "onAuthStateChange">;
}
