import type { AuthUiClient } from "../client.ts";
import type { Calls } from "../supabase-types.ts";

/** A client with these methods in addition to those of the forms. */
export type ClientWith<Method extends string> = AuthUiClient & {
  readonly auth: Calls<Method>;
};

/**
 * Returns whether a client has an optional method. Older clients, and clients that an application implements itself,
 * can lack it; the feature is then hidden.
 */
export function hasMethod<Method extends string>(
  client: AuthUiClient,
  method: Method,
): client is ClientWith<Method> {
  return method in client.auth;
}
