import type { AuthUiClient } from "../client.ts";
import type { Calls } from "../supabase-types.ts";

/** The client methods that the second step calls. */
export interface SecondFactorClient {
  auth: Calls<"mfa" | "signOut">;
}

/** The client methods that the gate calls. */
export interface GateClient {
  auth: Calls<"onAuthStateChange">;
}

/** The client methods that the gate and its forms call. */
export interface ProtectedClient {
  auth: AuthUiClient["auth"] & SecondFactorClient["auth"];
}
