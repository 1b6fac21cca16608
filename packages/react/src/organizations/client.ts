import type { Calls } from "../supabase-types.ts";

/** A member's role. An owner may do everything, an admin everything except change owners. */
export type OrganizationRole = "owner" | "admin" | "member";

/** The client methods that the organization components call: those of `createClient` of supabase-js. */
export interface OrganizationClient {
  auth: Calls<"refreshSession">;
  // biome-ignore lint/suspicious/noExplicitAny: the types of a project's own functions differ
  rpc(name: any, parameters?: any): PromiseLike<OrganizationResponse>;
}

/** The response of a database function. */
export interface OrganizationResponse {
  readonly data: unknown;
  readonly error: unknown;
  readonly status?: number;
}

/** The field that each of the functions' errors is about. */
const fieldsByHint: { readonly [hint: string]: string } = {
  org_already_member: "email",
  org_email: "email",
  org_name: "name",
};

/**
 * Calls one of the functions that the migration in docs/organizations.md creates.
 *
 * @throws {Error} whose code is the hint of the function's exception
 */
export async function callFunction(
  client: OrganizationClient,
  name: string,
  parameters?: object,
): Promise<unknown> {
  const { data, error, status } = await client.rpc(name, parameters);
  if (!error) return data;
  const { hint, code, message }: { hint?: string; code?: string; message?: string } = Object(error);
  throw Object.assign(new Error(message), {
    code: hint || code,
    field: fieldsByHint[hint ?? ""],
    status,
  });
}

/** Calls a function that returns rows. */
export async function listRows<Row>(
  client: OrganizationClient,
  name: string,
  parameters?: object,
): Promise<readonly Row[]> {
  const rows = await callFunction(client, name, parameters);
  return Array.isArray(rows) ? rows : [];
}

/** Refreshes the session, so that the access token names the active organization. */
export async function refreshClaims({ auth }: OrganizationClient): Promise<void> {
  const { error } = await auth.refreshSession();
  if (error) throw error;
}
