import { Hono } from "hono";
import { type Sql, sql } from "../database/sql.ts";
import * as buckets from "../storage/endpoints/buckets.ts";
import * as change from "../storage/endpoints/change.ts";
import * as download from "../storage/endpoints/download.ts";
import type { Endpoint } from "../storage/endpoints/endpoint.ts";
import * as listing from "../storage/endpoints/list.ts";
import * as render from "../storage/endpoints/render.ts";
import * as sign from "../storage/endpoints/sign.ts";
import * as uploading from "../storage/endpoints/upload.ts";
import { namePrefixCondition } from "../storage/objects.ts";
import { routes } from "../storage/routes.ts";
import type { CheckedRequest } from "./checked-request.ts";
import type { RowUse } from "./policies/row-checker.ts";

/** The effect of a Storage request on rows. */
export interface StorageAction {
  readonly table: "objects" | "buckets";
  readonly use: RowUse;
  readonly bucket: string | undefined;
  readonly name: string | undefined;
  /** The object or bucket that the request names, such as `avatars/ada.png`. */
  readonly label: string;
  /** The name of the operation for `storage.operation()`. */
  readonly operation: string;
  /** The existing rows that the request refers to, as text and as json. */
  readonly rows: Sql;
  /** The condition that selects these rows. */
  readonly condition: Sql;
  readonly isList: boolean;
  readonly isSigned: boolean;
  readonly isPublicPath: boolean;
  readonly isUpsert: boolean;
}

type Kind = Partial<
  Omit<StorageAction, "bucket" | "name" | "label" | "rows" | "condition" | "operation">
> & {
  readonly use: RowUse;
  readonly operation?: string;
};

const select: RowUse = { kind: "select" };
const operation = "storage.object.get_authenticated";

/** The endpoints whose responses can be explained. Other endpoints, such as moves, combine these operations. */
const kinds: ReadonlyMap<Endpoint, Kind> = new Map<Endpoint, Kind>([
  [download.download, { use: select, operation }],
  [download.downloadAuthenticated, { use: select, operation }],
  [download.downloadPublic, { use: select, isPublicPath: true }],
  [download.downloadSigned, { use: select, isSigned: true }],
  [download.info, { use: select, operation: "object.get_authenticated_info" }],
  [download.infoAuthenticated, { use: select, operation: "object.get_authenticated_info" }],
  [download.infoPublic, { use: select, isPublicPath: true }],
  [render.renderSigned, { use: select, isSigned: true }],
  [listing.list, { use: select, isList: true, operation: "storage.object.list" }],
  [listing.listV2, { use: select, isList: true, operation: "storage.object.list_v2" }],
  [sign.signDownload, { use: select, operation: "storage.object.sign" }],
  [
    sign.signUpload,
    { use: { kind: "insert", reads: false }, operation: "storage.object.sign_upload_url" },
  ],
  [uploading.upload, { use: { kind: "insert", reads: false }, operation: "storage.object.upload" }],
  [
    uploading.replace,
    {
      use: { kind: "insert", reads: true },
      isUpsert: true,
      operation: "storage.object.upload_update",
    },
  ],
  [uploading.uploadSigned, { use: { kind: "insert", reads: false }, isSigned: true }],
  [change.removeOne, { use: { kind: "delete", reads: true }, operation: "storage.object.delete" }],
  [
    change.removeMany,
    { use: { kind: "delete", reads: true }, isList: true, operation: "storage.object.delete_many" },
  ],
  [buckets.getBuckets, { table: "buckets", use: select, isList: true }],
  [buckets.getBucket, { table: "buckets", use: select }],
  [buckets.putBucket, { table: "buckets", use: { kind: "update", reads: true } }],
  [buckets.removeBucket, { table: "buckets", use: { kind: "delete", reads: true } }],
]);

/** Returns the effect of a request, or undefined if the request cannot be explained. Uses the wire's own routes. */
export function storageAction(
  { method, headers, body }: CheckedRequest,
  path: string,
): StorageAction | undefined {
  const matchedRoute = findRoute(method, path);
  const kind = matchedRoute && kinds.get(matchedRoute.endpoint);
  if (!matchedRoute || !kind) return undefined;
  const { bucket, name } = matchedRoute;
  const table = kind.table ?? "objects";
  const names = namesIn(body, name);
  const condition =
    table === "buckets"
      ? sql`${bucket ?? null}::text is null or id = ${bucket ?? null}`
      : sql`bucket_id = ${bucket ?? ""} and ${
          names ? sql`name = any (${names}::text[])` : namePrefixCondition(prefixIn(body))
        }`;
  return {
    operation: "",
    isList: false,
    isSigned: false,
    isPublicPath: false,
    isUpsert: headers.get("x-upsert") === "true",
    ...kind,
    table,
    bucket,
    name,
    label: [bucket, name].filter((part) => part !== undefined && part !== "").join("/"),
    condition,
    rows:
      table === "buckets"
        ? sql`select (b.*)::text as text, to_jsonb(b.*) as json from storage.buckets b where ${condition}`
        : sql`select (o.*)::text as text, to_jsonb(o.*) as json from storage.objects o where ${condition}`,
  };
}

function findRoute(
  method: string,
  path: string,
):
  | {
      readonly endpoint: Endpoint;
      readonly bucket: string | undefined;
      readonly name: string | undefined;
    }
  | undefined {
  let matchedRoute: ReturnType<typeof findRoute>;
  const router = new Hono();
  for (const [verb, pattern, endpoint] of routes) {
    router.on(verb === "GET" ? ["GET", "HEAD"] : [verb], pattern, (c) => {
      matchedRoute = { endpoint, bucket: c.req.param("bucket"), name: c.req.param("name") };
      return c.body(null);
    });
  }
  void router.request(path, { method });
  return matchedRoute;
}

/** Returns the names that a request refers to, or undefined if it refers to a prefix. */
function namesIn(
  body: string | undefined,
  name: string | undefined,
): readonly string[] | undefined {
  if (name !== undefined) return [name];
  const prefixes = memberOf(body, "prefixes");
  return Array.isArray(prefixes) ? prefixes.filter((one) => typeof one === "string") : undefined;
}

function prefixIn(body: string | undefined): string {
  const prefix = memberOf(body, "prefix");
  return typeof prefix === "string" ? prefix : "";
}

function memberOf(body: string | undefined, name: string): unknown {
  try {
    const parsed: unknown = JSON.parse(body ?? "null");
    return typeof parsed === "object" && parsed !== null
      ? (parsed as Record<string, unknown>)[name]
      : undefined;
  } catch {
    return undefined;
  }
}
