import type { AuthUiClient } from "../client.ts";
import type { Calls } from "../supabase-types.ts";

/** A client that has these methods besides those of the forms. */
export type ClientWith<Method extends string> = AuthUiClient & {
  readonly auth: Calls<Method>;
};

/**
 * True when a client has a method that the forms do not ask for: older versions of the client and
 * those that an application makes itself may not, and what needs it is then not shown.
 */
export function has<Method extends string>(
  client: AuthUiClient,
  method: Method,
): client is ClientWith<Method> {
  return method in client.auth;
}
