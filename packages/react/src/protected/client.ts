import type { GoTrueClient } from "@supabase/auth-js";
import type { AuthUiClient } from "../client.ts";

/** What the second step asks of a client. */
export interface SecondFactorClient {
  auth: Pick<GoTrueClient, "mfa" | "signOut">;
}

/** What the gate asks of a client. */
export interface GateClient {
  auth: Pick<GoTrueClient, "onAuthStateChange">;
}

/** What the gate and all that it shows ask of a client. */
export interface ProtectedClient {
  auth: AuthUiClient["auth"] & SecondFactorClient["auth"];
}
