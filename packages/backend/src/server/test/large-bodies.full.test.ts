import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeTestStorage } from "../../../test/databases/test-database.ts";
import { type Command, portico } from "../../../test/processes/portico-command.ts";
import { temporaryFolder } from "../../../test/project-folder.ts";

/** Tests the largest bodies of callers with and without write access. */

const isEmbedded = process.env["TEST_DATABASE_URL"] === undefined;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let storage: Awaited<ReturnType<typeof makeTestStorage>>;
let server: Command;
let origin: string;
let token: string;
beforeAll(async () => {
  folder = await temporaryFolder({
    "supabase/config.toml": "[inbucket]\nenabled = false\n",
    "supabase/migrations/1_tables.sql": `
      create table notes (id bigint generated always as identity primary key, title text, body text);
      alter table notes enable row level security;
      create policy own on notes to authenticated using (true) with check (true);
      create table letters (text text);
      revoke all on letters from anon;
      create table visits (text text);
      alter table visits enable row level security;
      create function count_only() returns trigger language plpgsql as 'begin return null; end';
      create trigger count_only before insert on visits for each row execute function count_only();
      create function lengthen(text text) returns int language sql as 'select length(text)';
      create function secret(text text) returns int language sql as 'select length(text)';
      revoke execute on function secret from public, anon;`,
  });
  storage = await makeTestStorage();
  server = portico(
    [
      "start",
      "--port",
      "0",
      "--project",
      folder.path,
      ...("url" in storage.storage ? [] : ["--memory"]),
    ],
    "url" in storage.storage ? { DATABASE_URL: storage.storage.url } : {},
  );
  origin = await server.origin;
  const signedUp = await fetch(`${origin}/auth/v1/signup`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: "ada@example.com", password: "correct horse" }),
  });
  token = ((await signedUp.json()) as { access_token: string }).access_token;
});
afterAll(async () => {
  server.process.kill("SIGKILL");
  await server.ended;
  await storage.drop();
  await folder.remove();
});

const tenMegabytes = 10 * 1024 * 1024 - 100;
const bodies = {
  "text/csv": `title\n${"a line of text\n".repeat(tenMegabytes / 15)}`,
  "application/x-www-form-urlencoded": `title=${"a+".repeat(tenMegabytes / 2)}`,
  "application/json": `[${"{},".repeat(tenMegabytes / 3)}{}]`,
};

const asAda = () => ({ authorization: `Bearer ${token}` });

const post = (path: string, body: string, type: string, headers: Record<string, string> = {}) =>
  fetch(`${origin}/rest/v1/${path}`, {
    method: "POST",
    headers: { "content-type": type, ...headers },
    body,
  });

/** Announces a body of ten megabytes, sends nothing of it, and returns the first bytes of the response. */
async function announceBody(path: string, headers = ""): Promise<string> {
  const { port } = new URL(origin);
  const socket = connect(Number(port), "127.0.0.1");
  socket.write(
    `POST /rest/v1/${path} HTTP/1.1\r\nHost: localhost:${port}\r\n${headers}` +
      `Content-Type: application/json\r\nContent-Length: ${tenMegabytes}\r\n\r\n[{"title":`,
  );
  const [bytes] = await once(socket, "data");
  socket.destroy();
  return String(bytes);
}

describe("a caller without write access", () => {
  test.each([
    ["notes", 401, "42501", 'new row violates row-level security policy for table \\"notes\\"'],
    ["letters", 401, "42501", "permission denied for table letters"],
    ["nothing", 404, "PGRST205", "Could not find the table"],
    ["rpc/nothing", 404, "PGRST202", "Could not find the function"],
    ["rpc/secret", 401, "42501", "permission denied for function secret"],
  ])(
    "a caller without write access is refused before the body arrives: %s",
    async (path, status, code, message) => {
      const response = await announceBody(path);
      expect(response).toMatch(`HTTP/1.1 ${status} `);
      expect(response).toContain(`"${code}"`);
      expect(response).toContain(message);
    },
  );

  test("a caller without write access gets the same refusal for a long body as for a short one", async () => {
    const refusals = await Promise.all(
      ['{"title":"x"}', `{"title":"${"x".repeat(1_000_000)}"}`].map(async (body) => {
        const response = await post("notes", body, "application/json");
        return [response.status, response.headers.get("www-authenticate"), await response.json()];
      }),
    );
    expect(refusals[1]).toEqual(refusals[0]);
  });

  test.each(Object.entries(bodies))(
    "a refused caller may send the whole body, also if it closes the connection: %s",
    async (type, body) => {
      for (const connection of ["keep-alive", "close"]) {
        const response = await post("notes", body, type, { connection });
        expect([response.status, await response.json()]).toMatchObject([401, { code: "42501" }]);
      }
    },
  );
});

describe("a caller with write access", () => {
  test("a caller with write access writes a body of any type", async () => {
    // Many rows, but few enough for the role's timeout of eight seconds on a busy machine.
    const line = `${"a line of text ".repeat(10)}\n`;
    const lines = Math.floor(tenMegabytes / line.length);
    const csv = await post("notes", `title\n${line.repeat(lines)}`, "text/csv", {
      ...asAda(),
      prefer: "return=headers-only, count=exact",
    });
    expect([csv.status, csv.headers.get("content-range")]).toEqual([201, `*/${lines}`]);
    const form = bodies["application/x-www-form-urlencoded"];
    expect((await post("notes", form, "application/x-www-form-urlencoded", asAda())).status).toBe(
      201,
    );
    const json = JSON.stringify({ text: "é".repeat(1_000_000) });
    const called = await post("rpc/lengthen", json, "application/json", asAda());
    expect(await called.json()).toBe(1_000_000);
  }, 60_000);

  test("a caller with write access is refused if the objects differ, or the body is not JSON or nests too deep", async () => {
    const row = '{"title":"a line","body":null},';
    const largeBody = row.repeat(100_000);
    for (const [body, status, code] of [
      [`[${largeBody}{"body":"b","title":"the other way round"}]`, 201, undefined],
      [`[${largeBody}{"title":"without its body"}]`, 400, "PGRST102"],
      [`[${largeBody}5]`, 400, "PGRST102"],
      [`[${largeBody}`, 400, "PGRST102"],
      [`[${largeBody}{"title":,"body":1}]`, 400, "22P02"],
      [`[${largeBody}{"title":${"[".repeat(600)}${"]".repeat(600)},"body":1}]`, 400, "PGRST102"],
      [`${" ".repeat(100_000)}[]`, 201, undefined],
      ["x".repeat(100_000), 400, "PGRST102"],
    ] as const) {
      const response = await post("notes", body, "application/json", asAda());
      const text = await response.text();
      expect([response.status, text && JSON.parse(text).code], body.slice(-50)).toEqual([
        status,
        code ?? "",
      ]);
    }
  }, 60_000);

  test("a caller with write access may write a row that a trigger drops", async () => {
    const response = await post(
      "visits",
      JSON.stringify({ text: "x".repeat(100_000) }),
      "application/json",
    );
    expect(response.status).toBe(201);
  });

  test.each([
    ["text/csv", `title\n${"a\n".repeat(tenMegabytes / 2)}`],
    ["text/csv", `${"title".repeat(100_000)}\n${"a\n".repeat(100_000)}`],
    ["application/x-www-form-urlencoded", "a&".repeat(tenMegabytes / 2)],
  ])(
    "a caller with write access is refused when the values need too much memory: %s",
    async (type, body) => {
      const response = await post("notes", body, type, asAda());
      expect([response.status, await response.json()]).toMatchObject([
        expect.toSatisfy((status) => status === 413 || status === 400),
        { code: "PGRST102" },
      ]);
    },
    60_000,
  );
});

describe.runIf(process.env["PORTICO_ATTACK"])("ten simultaneous long bodies", () => {
  const memory = async (label: "VmRSS" | "VmHWM") => {
    const status = await readFile(`/proc/${server.process.pid}/status`, "utf8");
    return Number(new RegExp(`${label}:\\s+(\\d+)`).exec(status)?.[1]) / 1024;
  };

  const senderSource = `
    const { url, headers, body } = require("node:worker_threads").workerData;
    const send = async () => {
      for (;;) await fetch(url, { method: "POST", headers, body }).then((response) => response.text(), () => {});
    };
    for (let sender = 0; sender < 10; sender++) void send();`;

  /** Returns the 99th percentile of GET /user in milliseconds, and the peak memory in megabytes. */
  async function measureUnderLoad(type: string, body: string, headers: Record<string, string>) {
    // Run the senders in a separate thread, because they would delay the measured requests in this one.
    const senders = new Worker(senderSource, {
      eval: true,
      workerData: {
        url: `${origin}/rest/v1/notes`,
        headers: { "content-type": type, ...headers },
        body,
      },
    });
    const times: number[] = [];
    let maxMemory = 0;
    const until = performance.now() + 15_000;
    while (performance.now() < until) {
      const startedAt = performance.now();
      const user = await fetch(`${origin}/auth/v1/user`, { headers: asAda() });
      await user.arrayBuffer();
      expect(user.status).toBe(200);
      times.push(performance.now() - startedAt);
      maxMemory = Math.max(maxMemory, await memory("VmRSS"));
      await sleep(5);
    }
    await senders.terminate();
    times.sort((first, second) => first - second);
    return { p99: times[Math.floor(times.length * 0.99)] ?? 0, most: maxMemory };
  }

  test.each(Object.entries(bodies))(
    "ten long bodies of callers without write access do not delay other requests: %s",
    async (type, body) => {
      const { p99, most: maxMemory } = await measureUnderLoad(type, body, {});
      console.log(`GET /user, p99: ${p99.toFixed(0)} ms, ${maxMemory.toFixed(0)} MB`);
      expect(p99).toBeLessThan(100);
      // V8 may not have released all memory of the previous tests.
      expect(maxMemory).toBeLessThan(isEmbedded ? 1_000 : 600);
    },
    60_000,
  );

  // The embedded database has only one session, so a statement yields after others have waited for a second.
  test.each(Object.entries(bodies))(
    "ten long bodies of callers with write access hardly delay other requests: %s",
    async (type, body) => {
      const { p99, most: maxMemory } = await measureUnderLoad(type, body, asAda());
      console.log(`GET /user, p99: ${p99.toFixed(0)} ms, ${maxMemory.toFixed(0)} MB`);
      expect(p99).toBeLessThan(isEmbedded ? 3_000 : 100);
      expect(maxMemory).toBeLessThan(isEmbedded ? 1_300 : 750);
    },
    120_000,
  );
});
