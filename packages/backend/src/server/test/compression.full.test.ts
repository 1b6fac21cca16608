import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testLog } from "../../../test/test-log.ts";
import { type RunningServer, startServer } from "../server.ts";

const schema = `
  create table lines (id int primary key, text text);
  insert into lines select n, 'line ' || n || ' of many that are long enough' from generate_series(1, 300) n;
  grant select on lines to anon;
  create function untouched() returns setof lines language plpgsql stable as $$ begin
    perform set_config('response.headers', '[{"Cache-Control": "private, no-transform"}]', true);
    return query select * from lines;
  end $$;
  create function coded() returns setof lines language plpgsql stable as $$ begin
    perform set_config('response.headers', '[{"Content-Encoding": "identity"}]', true);
    return query select * from lines;
  end $$;`;

let folder: string;
const start = (env: Record<string, string>) =>
  startServer({
    project: folder,
    host: "127.0.0.1",
    port: 0,
    storage: { memory: true },
    env,
    log: testLog(),
  });
let server: RunningServer;
let always: RunningServer;
let never: RunningServer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "portico-compression-"));
  await mkdir(join(folder, "supabase/migrations"), { recursive: true });
  await writeFile(join(folder, "supabase/migrations/1_lines.sql"), schema);
  await writeFile(join(folder, "supabase/config.toml"), "");
  server = await start({});
  always = await start({ PORTICO_COMPRESSION: "true" });
  never = await start({ PORTICO_COMPRESSION: "false" });
});
afterAll(async () => {
  await Promise.all([server.close(), always.close(), never.close()]);
  await rm(folder, { recursive: true, force: true });
});

interface RequestOptions {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
  readonly of?: RunningServer;
  /** The proxy's headers. By default, they say that the request crosses a network. */
  readonly from?: Record<string, string>;
}

/** The header of a proxy. */
const proxied = { "x-forwarded-for": "203.0.113.7" };

/** Sends a request as if over a network. Unlike `fetch`, it does not decompress the response. */
async function sendRequest(
  path: string,
  { method = "GET", headers = {}, body, of = server, from = proxied }: RequestOptions = {},
) {
  const { promise, resolve, reject } = Promise.withResolvers<{
    status: number | undefined;
    headers: NodeJS.Dict<string | string[]>;
    bytes: Buffer;
  }>();
  const outgoing = request(
    `${of.origin}${path}`,
    { method, headers: { "accept-encoding": "gzip, deflate, br", ...from, ...headers } },
    async (response) =>
      resolve({
        status: response.statusCode,
        headers: response.headers,
        bytes: await buffer(response),
      }),
  );
  outgoing.on("error", reject);
  if (body !== undefined) outgoing.setHeader("content-type", "application/json");
  outgoing.end(body === undefined ? undefined : JSON.stringify(body));
  return promise;
}

describe("the REST API", () => {
  test("the REST API compresses a long response for a client that accepts it, whatever its type", async () => {
    for (const accept of ["application/json", "text/csv"]) {
      const uncompressed = await sendRequest("/rest/v1/lines", {
        headers: { accept, "accept-encoding": "identity" },
      });
      const compressed = await sendRequest("/rest/v1/lines", { headers: { accept } });
      expect(uncompressed.headers["content-encoding"]).toBeUndefined();
      expect(compressed.headers["content-encoding"]).toBe("gzip");
      expect(compressed.headers["content-type"]).toBe(uncompressed.headers["content-type"]);
      expect(gunzipSync(compressed.bytes).equals(uncompressed.bytes)).toBe(true);
      expect(compressed.bytes.length).toBeLessThan(uncompressed.bytes.length / 3);
      expect(compressed.headers["content-length"]).toBe(String(compressed.bytes.length));
      for (const { headers } of [uncompressed, compressed])
        expect(headers["vary"]).toContain("Accept-Encoding");
    }
  });

  test.each(["", "identity", "br", "gzip;q=0", "gzip;q=0.1, identity"])(
    "the REST API sends a response uncompressed to a client that asks for %j",
    async (accept) => {
      const response = await sendRequest("/rest/v1/lines", {
        headers: { "accept-encoding": accept },
      });
      expect(response.headers["content-encoding"]).toBeUndefined();
      expect(JSON.parse(response.bytes.toString())).toHaveLength(300);
    },
  );

  test("the REST API sends a short response, and one marked no-transform, uncompressed", async () => {
    for (const path of ["lines?limit=10", "rpc/untouched", "rpc/coded"]) {
      const response = await sendRequest(`/rest/v1/${path}`);
      expect([path, response.status, response.headers["content-encoding"]]).toEqual([
        path,
        200,
        path === "rpc/coded" ? "identity" : undefined,
      ]);
      expect(JSON.parse(response.bytes.toString()).length).toBeGreaterThan(9);
    }
  });

  test("the REST API leaves compression to a proxy if configured", async () => {
    const response = await sendRequest("/rest/v1/lines", { of: never });
    expect(response.headers["content-encoding"]).toBeUndefined();
    expect(response.headers["vary"]).not.toContain("Encoding");
  });

  test("the REST API compresses nothing for its own machine unless configured", async () => {
    const source = {};
    const responses = [
      await sendRequest("/rest/v1/lines", { from: source }),
      await sendRequest("/rest/v1/lines", { from: source, of: always }),
    ];
    const encodings = responses.map((response) => response.headers["content-encoding"]);
    expect(encodings).toEqual([undefined, "gzip"]);
  });
});

describe("the auth wire", () => {
  const longMetadata = { words: "something that its owner chose ".repeat(300) };

  test("the auth wire compresses no response that contains a token", async () => {
    const email = `${crypto.randomUUID()}@example.com`;
    const body = { email, password: "correct horse", data: longMetadata };
    const signedUp = await sendRequest("/auth/v1/signup", { method: "POST", body });
    const { access_token: token, refresh_token } = JSON.parse(signedUp.bytes.toString());
    expect(signedUp.bytes.length).toBeGreaterThan(8000);
    const signedIn = await sendRequest("/auth/v1/token?grant_type=password", {
      method: "POST",
      body,
    });
    const refreshed = await sendRequest("/auth/v1/token?grant_type=refresh_token", {
      method: "POST",
      body: { refresh_token },
    });
    const user = await sendRequest("/auth/v1/user", {
      headers: { authorization: `Bearer ${token}` },
    });
    for (const { status, headers, bytes } of [signedUp, signedIn, refreshed, user]) {
      expect([status, headers["content-encoding"]]).toEqual([200, undefined]);
      expect(bytes.length).toBeGreaterThan(8000);
    }
  });

  test("the auth wire compresses an administrator's lists, but no errors", async () => {
    const headers = { apikey: server.keys.secret, authorization: `Bearer ${server.keys.secret}` };
    const users = await sendRequest("/auth/v1/admin/users", { headers });
    expect(users.headers["content-encoding"]).toBe("gzip");
    expect(JSON.parse(gunzipSync(users.bytes).toString()).users.length).toBeGreaterThan(0);
    const refusal = await sendRequest("/auth/v1/admin/users");
    expect([refusal.status, refusal.headers["content-encoding"]]).toEqual([401, undefined]);
  });
});
