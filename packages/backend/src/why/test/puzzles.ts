import { expect } from "vitest";
import { openTestDatabase } from "../../../test/databases/test-database.ts";
import { type Config, defaultConfig } from "../../config/sections/schema.ts";
import type { Database } from "../../database/port.ts";
import { createRest, type RestWire } from "../../rest/app.ts";
import { tokenExpired } from "../../rest/errors.ts";
import { type LoadedSchema, loadSchemaCache } from "../../rest/schema-cache/load.ts";
import { dryRunDatabase } from "../dry-run.ts";
import { explainRequest } from "../explain-request.ts";
import type { Explanation } from "../explanation.ts";
import { resolveCaller } from "../resolve-caller.ts";

export const ada = "6f1e0f5e-2f1c-4a43-9d7f-0a5a3c1f0001";
export const bob = "6f1e0f5e-2f1c-4a43-9d7f-0a5a3c1f0002";

/** The users and tables that all puzzles share. */
const users = `
  insert into auth.users (id, aud, role, email) values
    ('${ada}', 'authenticated', 'authenticated', 'ada@example.com'),
    ('${bob}', 'authenticated', 'authenticated', 'bob@example.com');`;

export interface PuzzleRequest {
  readonly as?: string;
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A database with puzzles, and a real REST wire that uses it. */
export interface Puzzles {
  readonly database: Database;
  readonly config: Config;
  readonly schema: LoadedSchema;
  /** Explains a request, and compares the explanation with the wire's response. */
  why(method: string, path: string, request?: PuzzleRequest): Promise<Explanation>;
  close(): Promise<void>;
}

export async function openPuzzles(schema: string): Promise<Puzzles> {
  const database = await openTestDatabase();
  await database.script(users + schema);
  const config = defaultConfig({ api: { schemas: ["public"], max_rows: 5 } });
  const schemaCache = await loadSchemaCache(database, config.api);
  const wire = createRest({
    database: dryRunDatabase(database),
    config: config.api,
    authenticate: async (request) => {
      const caller = JSON.parse(request.headers.get("x-caller") ?? "{}");
      if (caller.claims.exp * 1000 < Date.now()) throw tokenExpired();
      return caller;
    },
    log: { error: () => {}, warn: () => {}, info: () => {} },
  });
  return {
    database,
    config,
    schema: schemaCache,
    why: async (method, path, { as = "anon", claims, body, headers = {} } = {}) => {
      const explanation = await explainRequest({
        database,
        config,
        env: {},
        schema: schemaCache,
        caller: { as, claims },
        request: {
          method,
          path,
          headers: Object.entries(headers),
          body: body === undefined ? undefined : JSON.stringify(body),
        },
      });
      if (!path.startsWith("/rest/v1")) return explanation;
      const { role, claims: own } = await resolveCaller(database, config, { as, claims });
      await compare(wire, explanation, method, path, {
        caller: { role, claims: own },
        body,
        headers,
      });
      return explanation;
    },
    close: async () => {
      await wire.close();
      await database.close();
    },
  };
}

/** Checks that the explanation does not contradict the wire's response. */
async function compare(
  { app }: RestWire,
  { response }: Explanation,
  method: string,
  path: string,
  {
    caller,
    body,
    headers,
  }: {
    readonly caller: object;
    readonly body: unknown;
    readonly headers: Readonly<Record<string, string>>;
  },
): Promise<void> {
  const wireResponse = await app.request(path.replace("/rest/v1", ""), {
    method,
    headers: {
      ...headers,
      "x-caller": JSON.stringify(caller),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await wireResponse.text();
  expect(response.status, text).toBe(wireResponse.status);
  if (wireResponse.status >= 400) {
    expect(response).toMatchObject({
      code: JSON.parse(text).code,
      message: JSON.parse(text).message,
    });
  } else if (text.startsWith("[")) {
    expect(response.rows).toBe(JSON.parse(text).length);
  }
}
