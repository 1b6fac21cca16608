import type { GoTrueClient } from "@supabase/auth-js";
import type { AuthUiClient } from "../client.ts";

/** The calls of a client that the second step makes. */
export interface SecondFactorClient {
  auth: Pick<GoTrueClient, "mfa" | "signOut">;
}

/** The calls of a client that the gate makes. */
export interface GateClient {
  auth: Pick<GoTrueClient, "onAuthStateChange">;
}

/** The calls of a client that the gate and its forms make. */
export interface ProtectedClient {
  auth: AuthUiClient["auth"] & SecondFactorClient["auth"];
}
