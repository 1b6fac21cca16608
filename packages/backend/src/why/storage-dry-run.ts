import { createSecretKey, randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Hono } from "hono";
import type { Config } from "../config/sections/schema.ts";
import type { Database } from "../database/port.ts";
import { createStorage } from "../storage/app.ts";
import type { StorageOptions } from "../storage/context.ts";
import { createMeasure } from "../storage/files/measure.ts";
import type { FileStore } from "../storage/files/port.ts";
import type { CheckedRequest } from "./checked-request.ts";
import { dryRunDatabase } from "./dry-run.ts";
import type { ExplainedResponse } from "./explanation.ts";
import { storageMount } from "./mounts.ts";
import type { ResolvedCaller } from "./resolve-caller.ts";

/** Sends the request to a wire that keeps nothing. */
export async function sendToDryWire(
  database: Database,
  config: Config,
  { method, headers, body }: CheckedRequest,
  url: URL,
  caller: ResolvedCaller,
): Promise<ExplainedResponse> {
  const options: StorageOptions = {
    database: dryRunDatabase(database),
    files: emptyFileStore,
    // Never used, because paths of resumable uploads are refused earlier.
    unfinished: undefined as never,
    fileSizeLimitBytes: config.storage.file_size_limit,
    vectors: config.storage.vector,
    urlKey: createSecretKey(randomBytes(32)),
    authenticate: async () => caller,
    log: { error: () => {}, warn: () => {}, info: () => {} },
  };
  const { app } = createStorage(options);
  const server = new Hono().route(storageMount, app);
  const allHeaders = new Headers(headers);
  if (body !== undefined && !allHeaders.has("content-type"))
    allHeaders.set("content-type", "application/json");
  const wireResponse = await server.request(url, {
    method,
    headers: allHeaders,
    ...(body !== undefined && { body }),
  });
  const { status } = wireResponse;
  const isJson = wireResponse.headers.get("content-type")?.includes("json");
  const text = isJson ? await wireResponse.text() : "";
  await wireResponse.body?.cancel().catch(() => {});
  const parsed: unknown = text === "" ? undefined : JSON.parse(text);
  if (status < 400) {
    return {
      status,
      code: null,
      message: null,
      rows: Array.isArray(parsed) ? parsed.length : null,
    };
  }
  const { code = null, message = null } = (parsed ?? {}) as Record<string, string>;
  return { status, code, message, rows: null };
}

/** A file store that discards what is written. Every object in it is empty. */
const emptyFileStore: FileStore = {
  write: async (_, content, limit) => {
    const { stream, measure } = createMeasure(limit);
    await pipeline(content, stream.resume());
    return measure();
  },
  adopt: async () => ({ size: 0, md5: "" }),
  read: async () => Readable.from([]),
  copy: async () => true,
  join: async () => true,
  remove: async () => {},
};
