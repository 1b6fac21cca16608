import type { Caller } from "../http/caller/caller.ts";
import { mountOf } from "../http/mount.ts";
import { checkBucketName, checkObjectName, type ObjectLocation } from "../storage/names.ts";
import { createScope, type HttpContext } from "../storage/request.ts";
import type { Scope } from "../storage/scope.ts";
import { type Pairs, percentDecode, type RawRequest } from "./signature/canonical.ts";
import type { ChunkSigning } from "./signature/chunks.ts";

/** A request of the S3 protocol with a verified signature. */
export interface S3Request {
  readonly c: HttpContext;
  readonly headers: Headers;
  /** The bucket's name. Empty if the request lists buckets. */
  readonly bucket: string;
  /** The object's key. Empty for operations on a bucket. */
  readonly key: string;
  readonly query: ReadonlyMap<string, string>;
  readonly caller: Caller;
  readonly signing: ChunkSigning;
}

/** The bucket, key and query of a request. */
export interface Target {
  readonly bucket: string;
  readonly key: string;
  readonly query: ReadonlyMap<string, string>;
}

/** Returns the request as the client sent it. Frameworks resolve `..` in a URL, but signatures cover the sent path. */
export function rawRequest(c: HttpContext): RawRequest {
  const { pathname, search } = new URL(c.req.url);
  const sentUrl = c.env?.incoming?.url;
  const url = sentUrl?.startsWith("/") ? sentUrl : pathname + search;
  const [path = "", ...query] = url.split("?");
  return {
    method: c.req.method,
    path,
    query: parseQuery(query.join("?")),
    headers: c.req.raw.headers,
  };
}

/** @throws {StorageError} when the query is not UTF-8 */
function parseQuery(query: string): Pairs {
  return query
    .split("&")
    .filter((pair) => pair !== "")
    .map((pair) => {
      const [name = "", ...value] = pair.split("=");
      return [percentDecode(name), percentDecode(value.join("="))];
    });
}

/** @throws {StorageError} when the bucket or key is invalid */
export function targetOf(c: HttpContext, { path, query }: RawRequest): Target {
  const mount = mountOf(c);
  const pathBelowMount = path.startsWith(mount) ? path.slice(mount.length).replace(/^\//, "") : "";
  const slash = pathBelowMount.indexOf("/");
  const end = slash < 0 ? pathBelowMount.length : slash;
  const bucket = percentDecode(pathBelowMount.slice(0, end));
  const key = percentDecode(pathBelowMount.slice(end + 1));
  if (bucket !== "") checkBucketName(bucket);
  if (key !== "") checkObjectName(key);
  return { bucket, key, query: new Map(query) };
}

/** @param operation the operation name that policies read, without `storage.s3.` */
export function scopeFor({ caller, c }: S3Request, operation: string): Scope {
  return createScope(c, caller, `storage.s3.${operation}`);
}

export function locationOf({ bucket, key }: S3Request): ObjectLocation {
  return { bucket, name: key };
}

/** Returns the user metadata in the headers `x-amz-meta-…`. */
export function parseUserMetadata(headers: Headers): Readonly<Record<string, string>> {
  const prefix = "x-amz-meta-";
  return Object.fromEntries(
    [...headers]
      .filter(([name]) => name.startsWith(prefix))
      .map(([name, value]) => [name.slice(prefix.length), value]),
  );
}
