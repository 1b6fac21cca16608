import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeTestStorage } from "../../../test/databases/test-database.ts";
import { type Command, portico } from "../../../test/processes/portico-command.ts";
import { temporaryFolder } from "../../../test/project-folder.ts";

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let storage: Awaited<ReturnType<typeof makeTestStorage>>;
let command: Command;
let origin = "";
let monitoring = "";
let key = "";

const status = async (path: string, init?: RequestInit) => (await fetch(path, init)).status;
const figures = async () => (await fetch(`${monitoring}/metrics`)).text();

beforeAll(async () => {
  folder = await temporaryFolder({
    "supabase/migrations/1_notes.sql":
      "create table notes (id int); grant select on notes to anon;",
  });
  storage = await makeTestStorage();
  const databaseVariables = "url" in storage.storage ? { DATABASE_URL: storage.storage.url } : {};
  const memory = "url" in storage.storage ? [] : ["--memory"];
  command = portico(["start", "--port", "0", "--project", folder.path, ...memory], {
    ...databaseVariables,
    PORTICO_ADMIN_PORT: "0",
  });
  origin = await command.origin;
  monitoring = command.output().match(/Monitoring +(\S+)\/metrics/)?.[1] ?? "";
  key = command.output().match(/Publishable key +(\S+)/)?.[1] ?? "";
});
afterAll(async () => {
  command.process.kill("SIGTERM");
  await command.ended;
  await storage.drop();
  await folder.remove();
});

describe("the port for monitoring", () => {
  test("the port for monitoring reports that the process is alive, and that it is ready once the catalogue is read", async () => {
    expect(await status(`${monitoring}/live`)).toBe(200);
    await expect.poll(() => status(`${monitoring}/ready`)).toBe(200);
  });

  test("the port for monitoring is separate from the port of the wires", async () => {
    for (const path of ["/live", "/ready", "/metrics"]) {
      expect(await (await fetch(origin + path)).text()).not.toContain("portico_");
    }
    expect(await status(`${monitoring}/auth/v1/health`)).toBe(404);
  });

  test("the port for monitoring counts requests by wire, route and status, without user data", async () => {
    const headers = { apikey: key, "content-type": "application/json" };
    await status(`${origin}/rest/v1/notes?id=eq.1`, { headers });
    await status(`${origin}/rest/v1/ada@example.com`, { headers });
    await status(`${origin}/rest/v1/rpc/secret_of_ada`, { headers });
    await status(`${origin}/storage/v1/object/public/avatars/ada@example.com.png`);
    await status(`${origin}/auth/v1/no-such-route-ada`);
    await status(`${origin}/auth/v1/token?grant_type=password`, {
      method: "POST",
      headers,
      body: JSON.stringify({ email: "ada@example.com", password: "secret-of-ada" }),
    });
    const text = await figures();
    const countRequests = (wire: string, route: string, method: string, code: number) =>
      `portico_http_request_duration_seconds_count{wire="${wire}",route="${route}",method="${method}",status="${code}"}`;
    expect(text).toContain(`${countRequests("rest", "/:table", "GET", 200)} 1`);
    expect(text).toContain(`${countRequests("rest", "/:table", "GET", 404)} 1`);
    expect(text).toContain(`${countRequests("rest", "/rpc/:function", "GET", 404)} 1`);
    expect(text).toContain(`${countRequests("auth", "/token", "POST", 400)} 1`);
    expect(text).toContain(`${countRequests("auth", "other", "GET", 404)} 1`);
    expect(text).toMatch(
      /wire="storage",route="\/object\/public\/:bucket\/[^"]*",method="GET",status="400"} 1/,
    );
    expect(text).not.toMatch(/ada|secret|sb_|avatars|notes/);
  });

  test("the port for monitoring reports the database, the process and messages in OpenMetrics", async () => {
    const response = await fetch(`${monitoring}/metrics`);
    expect(response.headers.get("content-type")).toMatch(/^application\/openmetrics-text/);
    const text = await response.text();
    expect(text.trimEnd().endsWith("# EOF")).toBe(true);
    const value = (name: string) => Number(text.match(new RegExp(`^${name} (\\S+)$`, "m"))?.[1]);
    expect(value("portico_database_size_bytes")).toBeGreaterThan(1_000_000);
    expect(value("portico_outgoing_messages")).toBe(0);
    expect(value("process_resident_memory_bytes")).toBeGreaterThan(10_000_000);
    expect(value("nodejs_eventloop_lag_p99_seconds")).toBeGreaterThan(0);
  });

  test("the port for monitoring refuses host names of the internet", async () => {
    // `fetch` always sends the Host of the address, so use `node:http`.
    const { request } = await import("node:http");
    const status = await new Promise<number | undefined>((resolve) => {
      request(`${monitoring}/metrics`, { headers: { host: "evil.example" } }, ({ statusCode }) =>
        resolve(statusCode),
      ).end();
    });
    expect(status).toBe(421);
  });
});
