import type { HttpBindings } from "@hono/node-server";
import type { Context, Handler } from "hono";
import { callerKey } from "../http/caller-key.ts";
import { mountOf } from "../http/mount.ts";
import type { Caller, Storage } from "./context.ts";
import { accessDenied, malformed, StorageError } from "./errors.ts";
import { checkBucketName, checkObjectName, type Place } from "./names.ts";
import type { Scope } from "./scope.ts";

/** With Node's own request, where there is a server. */
export interface StorageEnv {
  Bindings: Partial<HttpBindings>;
}

export type StorageContext = Context<StorageEnv>;
export type StorageHandler = Handler<StorageEnv>;

/** The caller before anybody has signed in. */
const anonymous: Caller = { role: "anon", claims: {} };

/**
 * The scope of a request that needs a key or a token.
 *
 * @param operation the name that policies know it by
 * @throws {StorageError}
 */
export async function scopeOf(
  storage: Storage,
  c: StorageContext,
  operation: string,
): Promise<Scope> {
  const caller = await storage.authenticate(c.req.raw);
  if (!caller) throw accessDenied("Invalid Compact JWS");
  return { caller, request: c.req.raw, operation, key: callerKey(c, caller) };
}

/** The scope of a request that anybody may send. */
export function openScope(c: StorageContext, operation: string): Scope {
  return { caller: anonymous, request: c.req.raw, operation, key: callerKey(c, anonymous) };
}

/** Like {@link scopeOf}, where a missing or refused token counts as none. */
export async function lenientScopeOf(
  storage: Storage,
  c: StorageContext,
  operation: string,
): Promise<{ readonly scope: Scope; readonly isAuthenticated: boolean }> {
  const caller = await storage.authenticate(c.req.raw).catch((error: unknown) => {
    if (error instanceof StorageError) return undefined;
    throw error;
  });
  const known = caller ?? anonymous;
  return {
    scope: { caller: known, request: c.req.raw, operation, key: callerKey(c, known) },
    isAuthenticated: caller !== undefined,
  };
}

/** The user of a token. */
export function ownerOf({ caller }: Pick<Scope, "caller">): string | undefined {
  const { sub } = caller.claims;
  return typeof sub === "string" ? sub : undefined;
}

/**
 * The object that the path names behind this prefix: `/object/sign/` and then `bucket/folder/name.png`.
 *
 * @throws {StorageError} when the names are invalid
 */
export function placeOf(c: StorageContext, prefix: string): Place {
  const path = new URL(c.req.url).pathname.slice(mountOf(c).length + prefix.length);
  const slash = path.indexOf("/");
  const end = slash < 0 ? path.length : slash;
  const place = { bucket: decoded(path.slice(0, end)), name: decoded(path.slice(end + 1)) };
  checkBucketName(place.bucket);
  checkObjectName(place.name);
  return place;
}

/** The bucket that the path ends in. */
export function bucketOf(c: StorageContext): string {
  return c.req.param("bucket") ?? "";
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw malformed("The path is not encoded as UTF-8");
  }
}
