import { Readable } from "node:stream";
import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import type { Caller } from "../http/caller/caller.ts";
import { callerKey, networkOfCaller } from "../http/caller/caller-key.ts";
import type { StorageContext } from "./context.ts";
import { accessDenied, invalidRole, malformed, StorageError } from "./errors.ts";
import { checkBucketName, checkObjectName, type ObjectLocation } from "./names.ts";
import type { Scope } from "./scope.ts";

/** The environment of a request. It contains Node's own request if the server runs on Node. */
export interface StorageEnv {
  Bindings: Partial<HttpBindings>;
}

export type HttpContext = Context<StorageEnv>;

/** The caller of a request without a token. */
const anonymous: Caller = { role: "anon", claims: {} };

/** @param operation the operation name that policies read */
export function createScope(c: HttpContext, caller: Caller, operation: string): Scope {
  return {
    caller,
    request: c.req.raw,
    operation,
    key: callerKey(c, caller),
    network: networkOfCaller(c),
  };
}

/**
 * Returns the scope of a request that requires a key or token.
 *
 * @param operation the operation name that policies read
 * @throws {StorageError}
 */
export async function scopeOf(
  context: StorageContext,
  c: HttpContext,
  operation: string,
): Promise<Scope> {
  const caller = await context.authenticate(c.req.raw);
  if (!caller) throw accessDenied("Invalid Compact JWS");
  return createScope(c, caller, operation);
}

/**
 * Requires the secret key, or another token of the service role (supabase/storage, `enforceJwtRole`).
 *
 * @throws {StorageError} 403 for other callers
 */
export async function requireServiceRole(
  context: StorageContext,
  c: HttpContext,
  operation: string,
): Promise<void> {
  const { caller } = await scopeOf(context, c, operation);
  if (caller.role !== "service_role") throw invalidRole();
}

/** Returns the scope of an anonymous caller, for a path that requires no token. */
export function anonymousScope(c: HttpContext, operation: string): Scope {
  return createScope(c, anonymous, operation);
}

/** Like {@link scopeOf}, but treats an invalid token like a missing one. */
export async function lenientScopeOf(
  context: StorageContext,
  c: HttpContext,
  operation: string,
): Promise<{ readonly scope: Scope; readonly isAuthenticated: boolean }> {
  const caller = await context.authenticate(c.req.raw).catch((error: unknown) => {
    if (error instanceof StorageError) return undefined;
    throw error;
  });
  return {
    scope: createScope(c, caller ?? anonymous, operation),
    isAuthenticated: caller !== undefined,
  };
}

/**
 * Returns the object that the route's parameters name.
 *
 * @throws {StorageError} when the names are invalid
 */
export function locationOf(c: HttpContext): ObjectLocation {
  checkEncoding(c);
  const location = {
    bucket: bucketOf(c),
    name: c.req.param("name") ?? "",
    version: c.req.query("versionId") || undefined,
  };
  checkBucketName(location.bucket);
  checkObjectName(location.name);
  return location;
}

/** Refuses escapes that are not UTF-8, because the router leaves them in its parameters. */
function checkEncoding({ req }: HttpContext): void {
  try {
    decodeURIComponent(new URL(req.url).pathname);
  } catch {
    throw malformed("The path is not encoded as UTF-8");
  }
}

/** Returns the bucket in the path. */
export function bucketOf(c: HttpContext): string {
  return c.req.param("bucket") ?? "";
}

/** Returns Node's own stream if there is one, because it is twice as fast as a web stream. */
export function sourceOf({ env, req }: HttpContext): Readable {
  if (env?.incoming) return env.incoming;
  return req.raw.body ? Readable.fromWeb(req.raw.body as never) : Readable.from([]);
}
