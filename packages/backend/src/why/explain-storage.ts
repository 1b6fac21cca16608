import { randomUUID } from "node:crypto";
import type { Config } from "../config/sections/schema.ts";
import type { Database } from "../database/port.ts";
import { identifier, sql } from "../database/sql.ts";
import { setCallerSql } from "../storage/scope.ts";
import { insertObjectSql, type NewObject } from "../storage/uploads.ts";
import { UsageError } from "../usage-error.ts";
import { explainRefusedRows, type Finding } from "./analysis.ts";
import type { CheckedRequest } from "./checked-request.ts";
import { rightsOf } from "./explain-read.ts";
import type { WireExplanation } from "./explain-rest.ts";
import type { ExplainedResponse } from "./explanation.ts";
import { storageMount } from "./mounts.ts";
import { measureOutcomes, type TestStatement } from "./pgtap/test-subject.ts";
import { type Relation, readRelations } from "./policies/catalog.ts";
import { reasonOfDenial } from "./policies/denial-reasons.ts";
import { maxCheckedRows, readRows, writtenRows } from "./policies/found-rows.ts";
import { RowChecker, type RowUse } from "./policies/row-checker.ts";
import type { ResolvedCaller } from "./resolve-caller.ts";
import { messageOf, type Session, withSession } from "./session.ts";
import { type StorageAction, storageAction } from "./storage-action.ts";
import { sendToDryWire } from "./storage-dry-run.ts";

/**
 * Explains a request to Storage. The wire itself handles the request, with a database that rolls back everything and a
 * file store without files.
 */
export async function explainStorage(
  database: Database,
  config: Config,
  request: CheckedRequest,
  url: URL,
  caller: ResolvedCaller,
): Promise<WireExplanation> {
  const action = storageAction(request, url.pathname.slice(storageMount.length));
  if (!action) {
    throw new UsageError(
      "This path of Storage cannot be explained. Explain a download or an upload of the same object, such as GET /storage/v1/object/bucket/name.",
    );
  }
  const response = await sendToDryWire(database, config, request, url, caller);
  const requestForSettings = new Request(url, { method: request.method, headers: request.headers });
  const settings = setCallerSql({
    caller,
    request: requestForSettings,
    operation: action.operation,
    key: "why",
  });
  return withSession(database, caller.role, [settings], async (session) => {
    const checks = new RowChecker(session);
    const [table] = await readRelations(session.connection, caller.role, [
      { schema: "storage", name: action.table },
    ]);
    if (!table) throw new UsageError("This database has no Storage.");
    const parts = { session, checks, table, action, response, caller };
    const finding = await explainAction(parts);
    const policies = await checks.policiesOf(table);
    const subject = request.needsTest
      ? await measureOutcomes(session, testOf(action, caller))
      : undefined;
    return { response, finding, policies, test: subject };
  });
}

interface Parts {
  readonly session: Session;
  readonly checks: RowChecker;
  readonly table: Relation;
  readonly action: StorageAction;
  readonly response: ExplainedResponse;
  readonly caller: ResolvedCaller;
}

async function explainAction(parts: Parts): Promise<Finding> {
  const { session, checks, table, action, response } = parts;
  if (/^permission denied/.test(response.message ?? "")) {
    const privilege = action.use.kind.toUpperCase();
    const need = { relation: table, privilege: privilege as "SELECT", columns: [] };
    return reasonOfDenial(session.connection, session.role, response.message ?? "", {
      relations: [table],
      needs: [need],
      checks,
    });
  }
  if (action.isSigned) {
    return {
      cause: "nothing-hidden",
      text: "a signed URL is served without policies; only its token decides",
      remedies: [],
    };
  }
  const bucket = await findBucket(session, action.bucket);
  if (!bucket && action.bucket !== undefined) {
    return {
      cause: "bucket",
      text: `there is no bucket "${action.bucket}"`,
      remedies: [`Add [storage.buckets.${action.bucket}] to config.toml, or create the bucket.`],
    };
  }
  if (bucket && action.table === "objects" && action.use.kind === "select" && !action.isList) {
    const finding = explainBucket(action, bucket.isPublic, response);
    if (finding) return finding;
  }
  if (action.table === "objects" && action.use.kind === "insert") return explainUpload(parts);
  return explainRows(parts);
}

/** Explains a response that depends only on the bucket. */
function explainBucket(
  { bucket, isPublicPath }: StorageAction,
  isPublic: boolean,
  { status }: ExplainedResponse,
): Finding | undefined {
  if (isPublic && (status ?? 0) < 400) {
    return {
      cause: "nothing-hidden",
      text: `the bucket "${bucket}" is public: everybody may download its objects, and no policy is asked`,
      remedies: [],
    };
  }
  if (!isPublicPath || isPublic) return undefined;
  return {
    cause: "bucket",
    text: `the bucket "${bucket}" is private, and the path is for public buckets`,
    remedies: [
      "Download with .download(), or create a signed URL.",
      `Or make the bucket public: public = true in [storage.buckets.${bucket}].`,
    ],
  };
}

/** Explains the policies' decision about existing objects or buckets. */
async function explainRows(parts: Parts): Promise<Finding> {
  const { session, checks, table, action, response } = parts;
  const rows = await readRows(session, action.rows, sql`true`, maxCheckedRows);
  if (rows.length === 0) {
    return {
      cause: "not-found",
      text: action.isList
        ? `the bucket "${action.bucket}" has no object there`
        : `there is no ${action.table === "objects" ? "object" : "bucket"} "${action.label}"`,
      remedies: [],
    };
  }
  const refusal = await explainRefusedRows({ session, checks }, table, rows, action.use);
  if (refusal) return refusal;
  return explainAllowedRows(parts, response, rows.length);
}

async function explainAllowedRows(
  { session, checks, table }: Parts,
  { status, message }: ExplainedResponse,
  count: number,
): Promise<Finding> {
  const details = await rightsOf({ session, checks }, table);
  if ((status ?? 0) >= 400) {
    return { cause: "request", text: message ?? "the request is refused", remedies: [], details };
  }
  const allHeaders =
    count === 1 ? "the policies let the row pass" : `the policies let all ${count} rows pass`;
  return { cause: "nothing-hidden", text: allHeaders, remedies: [], details };
}

/** Explains the policies' decision about the row that an upload writes. */
async function explainUpload(parts: Parts): Promise<Finding> {
  const { session, checks, table, action, caller, response } = parts;
  const object = objectOf(action, caller);
  const existing = await readRows(session, action.rows, sql`true`, 1);
  if (existing.length > 0 && !action.isUpsert && response.status !== 200) {
    const isTaken = response.message === "The resource already exists";
    if (isTaken) {
      return {
        cause: "request",
        text: `the object "${action.label}" exists already, and the upload may not replace it`,
        remedies: ["Upload with upsert: true."],
      };
    }
  }
  const statement = sql`${insertObjectSql(object)} returning storage.objects.*`;
  const written = await writtenRows(session, statement).catch((error: unknown) => messageOf(error));
  if (typeof written === "string") {
    const notes = [`With row-level security bypassed, the statement fails as well: ${written}`];
    return { cause: "request", text: response.message ?? written, remedies: [], notes };
  }
  const uses: readonly (readonly [RowUse, typeof written, boolean])[] = [
    ...(existing.length > 0
      ? ([
          [{ kind: "update", reads: true }, existing, false],
          [{ kind: "updated", reads: true }, written, true],
        ] as const)
      : []),
    [{ kind: "insert", reads: action.isUpsert }, written, true],
  ];
  for (const [use, rows, isNew] of uses) {
    const refusal = await explainRefusedRows({ session, checks }, table, rows, use, isNew);
    if (refusal) return refusal;
  }
  const finding = await explainAllowedRows(parts, response, 1);
  return (response.status ?? 0) < 400
    ? {
        ...finding,
        cause: "allowed",
        text: `the policies let the object ${action.label} be written`,
      }
    : finding;
}

/** Returns the row that an upload writes. */
function objectOf(
  { bucket = "", name = "", isUpsert }: StorageAction,
  { claims: { sub } }: ResolvedCaller,
): NewObject {
  const owner = typeof sub === "string" ? sub : undefined;
  return {
    bucket,
    name,
    isUpsert,
    owner,
    version: randomUUID(),
    metadata: {},
    userMetadata: null,
  };
}

/** Returns the statement for a test of the request. */
function testOf(action: StorageAction, caller: ResolvedCaller): TestStatement {
  const settings = [
    ["storage.operation", action.operation],
    ["storage.allow_delete_query", "true"],
  ] as const;
  switch (action.use.kind) {
    case "insert": {
      const statement = insertObjectSql(objectOf(action, caller));
      return { statement, kind: "silent write", settings };
    }
    case "delete": {
      const table = identifier("storage", action.table);
      return {
        statement: sql`delete from ${table} where ${action.condition} returning 1`,
        kind: "write",
        settings,
      };
    }
    default:
      return { statement: action.rows, kind: "query", settings };
  }
}

async function findBucket(
  { connection }: Session,
  id: string | undefined,
): Promise<{ readonly isPublic: boolean } | undefined> {
  if (id === undefined) return undefined;
  const { rows } = await connection.query<{ isPublic: boolean }>(
    sql`select coalesce(public, false) as "isPublic" from storage.buckets where id = ${id}`,
  );
  return rows[0];
}
