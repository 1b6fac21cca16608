import type { AuthUiClient } from "../client.ts";
import type { Calls } from "../supabase-types.ts";

/** The calls of a client that the second step makes. */
export interface SecondFactorClient {
  auth: Calls<"mfa" | "signOut">;
}

/** The calls of a client that the gate makes. */
export interface GateClient {
  auth: Calls<"onAuthStateChange">;
}

/** The calls of a client that the gate and its forms make. */
export interface ProtectedClient {
  auth: AuthUiClient["auth"] & SecondFactorClient["auth"];
}
