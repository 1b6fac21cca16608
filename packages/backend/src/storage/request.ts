import type { HttpBindings } from "@hono/node-server";
import type { Context, Handler } from "hono";
import { callerKey } from "../http/caller-key.ts";
import { mountOf } from "../http/mount.ts";
import type { Caller, StorageContext } from "./context.ts";
import { accessDenied, malformed, StorageError } from "./errors.ts";
import { checkBucketName, checkObjectName, type ObjectLocation } from "./names.ts";
import type { Scope } from "./scope.ts";

/** Contains Node's own request if a Node server runs. */
export interface StorageEnv {
  Bindings: Partial<HttpBindings>;
}

export type HttpContext = Context<StorageEnv>;
export type StorageHandler = Handler<StorageEnv>;

/** The caller without a token. */
const anonymous: Caller = { role: "anon", claims: {} };

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
  return { caller, request: c.req.raw, operation, key: callerKey(c, caller) };
}

/** Returns the scope of a request that needs no token. */
export function openScope(c: HttpContext, operation: string): Scope {
  return { caller: anonymous, request: c.req.raw, operation, key: callerKey(c, anonymous) };
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
  const effectiveCaller = caller ?? anonymous;
  return {
    scope: {
      caller: effectiveCaller,
      request: c.req.raw,
      operation,
      key: callerKey(c, effectiveCaller),
    },
    isAuthenticated: caller !== undefined,
  };
}

/** Returns the user id of a token. */
export function ownerOf({ caller }: Pick<Scope, "caller">): string | undefined {
  const { sub } = caller.claims;
  return typeof sub === "string" ? sub : undefined;
}

/**
 * Returns the object that the path names after this prefix, such as `bucket/folder/name.png` after
 * `/object/sign/`.
 *
 * @throws {StorageError} when the names are invalid
 */
export function readObjectLocation(c: HttpContext, prefix: string): ObjectLocation {
  const path = new URL(c.req.url).pathname.slice(mountOf(c).length + prefix.length);
  const slash = path.indexOf("/");
  const end = slash < 0 ? path.length : slash;
  const location = { bucket: decoded(path.slice(0, end)), name: decoded(path.slice(end + 1)) };
  checkBucketName(location.bucket);
  checkObjectName(location.name);
  return location;
}

/** Returns the bucket in the path. */
export function bucketOf(c: HttpContext): string {
  return c.req.param("bucket") ?? "";
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw malformed("The path is not encoded as UTF-8");
  }
}
