import { randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { type IncomingHttpHeaders, request } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import pg from "pg";
import { Upload } from "tus-js-client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeTestStorage } from "../../test/databases/test-database.ts";
import { childrenOf } from "../../test/processes/child-processes.ts";
import { type Command, portico } from "../../test/processes/portico-command.ts";
import { temporaryFolder } from "../../test/project-folder.ts";
import { isRunning } from "../storage/files/lock-file.ts";

const isPostgres = process.env["TEST_DATABASE_URL"] !== undefined;
/** The nightly run has time for the slow tests. */
const isNightly = process.env["PORTICO_KILLS"] !== undefined;

describe("refused --workers", () => {
  const runRefused = async (args: readonly string[], env: Record<string, string> = {}) =>
    portico(["start", ...args], env).ended;
  const url = { DATABASE_URL: "postgresql://127.0.0.1:1/nowhere" };

  test.each(["0", "-1", "1.5", "x", "", "1025"])("--workers is refused for %j", async (text) => {
    expect(await runRefused([`--workers=${text}`], url)).toEqual({
      code: 1,
      output: `--workers must be a number from 1 to 1024, or auto, not "${text}".\n`,
    });
  });

  test("--workers is refused on the embedded database, by flag and by variable", async () => {
    const reason =
      "needs a PostgreSQL server in DATABASE_URL. The embedded database supports one process only.\n";
    expect(await runRefused(["--workers", "2", "--memory"])).toEqual({
      code: 1,
      output: `--workers ${reason}`,
    });
    expect(await runRefused(["--memory"], { PORTICO_WORKERS: "3" })).toEqual({
      code: 1,
      output: `PORTICO_WORKERS ${reason}`,
    });
  });

  test("a worker that cannot start ends the command with one sentence", async () => {
    const { code, output } = await runRefused(["--workers", "2", "--port", "0"], url);
    expect(code).toBe(1);
    expect(output).toMatch(/^Opening the database\nThe PostgreSQL server can't be reached .+\n$/);
  });
});

/** Uses a new connection, so that the next request goes to another worker. */
async function sendRequest(
  url: string,
  { method = "GET", headers = {}, body }: RequestOptions = {},
): Promise<{ status: number; headers: IncomingHttpHeaders; body: string }> {
  const outgoing = request(url, { method, headers, agent: false }).end(body);
  const [response] = await once(outgoing, "response");
  let text = "";
  for await (const chunk of response) text += chunk;
  return { status: response.statusCode, headers: response.headers, body: text };
}

interface RequestOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

const config = (more = "") => `
  [auth]
  enable_signup = true
  [auth.rate_limit]
  sign_in_sign_ups = 5
  [auth.email]
  enable_confirmations = true
  [storage.buckets.files]
  public = true
  ${more}`;

const migration = `
  create table notes (id int primary key);
  grant all on notes to anon;
  create extension if not exists pg_cron with schema pg_catalog;
  create table spans (began timestamptz, slept text, ended timestamptz);
  create table starts (at timestamptz default now());
  select cron.schedule('long', '1 second', 'insert into public.spans
    select clock_timestamp(), pg_sleep(1.5)::text, clock_timestamp()');
  select cron.schedule('once', '@reboot', 'insert into public.starts default values');`;

describe.runIf(isPostgres)("two workers", () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let storage: Awaited<ReturnType<typeof makeTestStorage>>;
  let database: pg.Client;
  let command: Command;
  let origin: string;
  let key: string;
  let secret: string;
  let monitoring: string;
  const startedCommands: Command[] = [];

  const start = async (env: Record<string, string> = {}) => {
    const url = "url" in storage.storage ? storage.storage.url : "";
    const args = ["--workers", "2", "--port", "0", "--project", folder.path, "--expose-inbox"];
    command = portico(["start", ...args], {
      DATABASE_URL: url,
      PORTICO_ADMIN_PORT: "0",
      PORTICO_TRUSTED_PROXIES: "1",
      ...env,
    });
    startedCommands.push(command);
    origin = await command.origin;
    const findPrinted = (name: string) =>
      command.output().match(new RegExp(`${name} +(\\S+)`))?.[1] ?? "";
    key = findPrinted("Publishable key");
    secret = findPrinted("Secret key");
    monitoring = findPrinted("Monitoring").replace("/metrics", "");
  };
  const pids = () => childrenOf(command.process.pid);
  const lines = () =>
    command
      .output()
      .split("\n")
      .filter((line) => line.startsWith("{"))
      .map((line) => JSON.parse(line) as Record<string, unknown>);

  beforeAll(async () => {
    folder = await temporaryFolder({
      "supabase/config.toml": config(),
      "supabase/migrations/1_notes.sql": migration,
    });
    storage = await makeTestStorage();
    database = new pg.Client({
      connectionString: "url" in storage.storage ? storage.storage.url : "",
    });
    await database.connect();
    await start();
  }, 60_000);
  afterAll(async () => {
    for (const { process } of startedCommands) process.kill("SIGKILL");
    await Promise.all(startedCommands.map(({ ended }) => ended));
    await database.end();
    await storage.drop();
    await folder.remove();
  });

  /** Writes and reads continuously until it is stopped. */
  const startWrites = () => {
    const writtenIds: number[] = [];
    const failures: unknown[] = [];
    let isOver = false;
    const headers = { apikey: key, "content-type": "application/json" };
    const writers = Array.from({ length: 6 }, async (_, index) => {
      while (!isOver) {
        const id = Math.floor(Math.random() * 2 ** 31);
        const isWrite = index % 2 === 0;
        const url = `${origin}/rest/v1/notes${isWrite ? "" : "?limit=1"}`;
        const init = isWrite ? { method: "POST", body: JSON.stringify({ id }) } : {};
        try {
          const { ok, status } = await fetch(url, { ...init, headers });
          if (!ok) failures.push(status);
          else if (isWrite) writtenIds.push(id);
        } catch (error) {
          failures.push(error);
          return;
        }
      }
    });
    const stop = async () => {
      isOver = true;
      await Promise.all(writers);
    };
    return { written: writtenIds, failures, stop, all: Promise.all(writers) };
  };

  test("two workers apply migrations once and print one greeting", async () => {
    expect(await pids()).toHaveLength(2);
    const output = command.output();
    expect(output.match(/Applied 1_notes\.sql/g)).toHaveLength(1);
    expect(output.match(/Portico is ready\./g)).toHaveLength(1);
    expect(output).toMatch(/^ {2}Workers +2$/m);
  });

  test("both workers serve requests, and each log line names its worker", async () => {
    for (let round = 0; round < 4; round++) {
      expect((await sendRequest(`${origin}/auth/v1/admin/users`)).status).toBe(401);
    }
    const writers = () => new Set(lines().map(({ worker }) => worker));
    await expect.poll(writers).toEqual(new Set([1, 2]));
  });

  test("two workers share their rate limits", async () => {
    const headers = {
      apikey: key,
      "content-type": "application/json",
      "x-forwarded-for": "9.9.9.9",
    };
    const body = JSON.stringify({ email: "nobody@example.com", password: "wrong password" });
    const url = `${origin}/auth/v1/token?grant_type=password`;
    const statuses: number[] = [];
    for (let round = 0; round < 8; round++) {
      statuses.push((await sendRequest(url, { method: "POST", headers, body })).status);
    }
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429, 429, 429]);
  });

  test("a message of one worker is in the inbox of the other", async () => {
    const headers = { apikey: key, "content-type": "application/json" };
    for (let round = 0; round < 3; round++) {
      const body = JSON.stringify({ email: `person${round}@example.com`, password: "a good one" });
      await sendRequest(`${origin}/auth/v1/signup`, { method: "POST", headers, body });
      const inbox = await sendRequest(`${origin}/inbox/api/v1/messages`);
      expect(JSON.parse(inbox.body)).toMatchObject({ total: round + 1 });
    }
  });

  test("the port for monitoring adds up the metrics of all workers", async () => {
    expect((await sendRequest(`${monitoring}/live`)).status).toBe(200);
    expect((await sendRequest(`${monitoring}/ready`)).status).toBe(200);
    const { body, headers } = await sendRequest(`${monitoring}/metrics`);
    expect(headers["content-type"]).toMatch(/^application\/openmetrics-text/);
    expect(body).toContain(
      'portico_http_request_duration_seconds_count{wire="auth",route="/token",method="POST",status="429"} 3\n',
    );
    expect(body).toContain("\nportico_workers 2\n");
    expect(body).not.toContain("_total_total");
    const size = await database.query(
      "select pg_database_size(current_database())::float8 as size",
    );
    const databaseBytes = Number(body.match(/^portico_database_size_bytes (\S+)$/m)?.[1]);
    expect(databaseBytes).toBeLessThan(size.rows[0].size * 1.5);
  });

  describe("uploads to two workers", () => {
    const tus = () => ({ "tus-resumable": "1.0.0", authorization: `Bearer ${secret}` });
    const patch = { "content-type": "application/offset+octet-stream" };
    const create = async (name: string, size: number) => {
      const metadata = Object.entries({ bucketName: "files", objectName: name });
      const { headers } = await sendRequest(`${origin}/storage/v1/upload/resumable`, {
        method: "POST",
        headers: {
          ...tus(),
          "upload-length": String(size),
          "upload-metadata": metadata.map(([name, value]) => `${name} ${btoa(value)}`).join(","),
        },
      });
      return headers.location ?? "";
    };
    const offsetOf = async (target: string) => {
      const { status, headers } = await sendRequest(target, { method: "HEAD", headers: tus() });
      return status === 200 ? Number(headers["upload-offset"]) : status;
    };
    const contentOf = async (name: string) => {
      const response = await fetch(`${origin}/storage/v1/object/public/files/${name}`);
      return Buffer.from(await response.arrayBuffer());
    };
    /** Sends a part of a PATCH request and then nothing. */
    const hang = async (target: string, content: Buffer, part: number) => {
      const { hostname, port, pathname } = new URL(target);
      const socket = connect(Number(port), hostname).on("error", () => {});
      const headers = { ...tus(), ...patch, "upload-offset": "0", host: `${hostname}:${port}` };
      const head = Object.entries({ ...headers, "content-length": content.length });
      socket.write(
        `PATCH ${pathname} HTTP/1.1\r\n${head.map((item) => item.join(": ")).join("\r\n")}\r\n\r\n`,
      );
      socket.write(content.subarray(0, part));
      const version = Buffer.from(pathname.split("/").at(-1) ?? "", "base64url")
        .toString()
        .split("/")[2];
      const file = join(folder.path, ".portico/files/unfinished", version ?? "");
      await expect.poll(async () => (await readFile(file)).length).toBe(part);
      return {
        socket,
        holder: Number((await readFile(`${file}.request.lock`, "utf8")).split(" ")[1]),
      };
    };

    test("each worker knows the uploads of the other", async () => {
      const target = await create(randomUUID(), 10);
      for (let round = 0; round < 4; round++) expect(await offsetOf(target)).toBe(0);
    });

    test("a worker takes over an upload that hangs in the other", async () => {
      const content = randomBytes(100_000);
      const name = randomUUID();
      const target = await create(name, content.length);
      const { socket } = await hang(target, content, 40_000);
      expect(await Promise.all([offsetOf(target), offsetOf(target)])).toEqual([40_000, 40_000]);
      const { status } = await sendRequest(target, {
        method: "PATCH",
        headers: { ...tus(), ...patch, "upload-offset": "40000" },
        body: content.subarray(40_000),
      });
      expect(status).toBe(204);
      socket.destroy();
      expect((await contentOf(name)).equals(content)).toBe(true);
    });

    test("two clients that send one file at the same time leave it intact", async () => {
      const content = randomBytes(600_000);
      const name = randomUUID();
      const target = await create(name, content.length);
      const send = () =>
        new Promise<void>((resolve, reject) => {
          new Upload(content, {
            uploadUrl: target,
            endpoint: target,
            headers: tus(),
            chunkSize: 50_000,
            retryDelays: Array.from({ length: 40 }, () => 50),
            onShouldRetry: () => true,
            onSuccess: () => resolve(),
            onError: reject,
          }).start();
        });
      await Promise.all([send(), send()]);
      expect((await contentOf(name)).equals(content)).toBe(true);
    }, 60_000);

    test("a worker continues the upload of a killed worker, which is replaced", async () => {
      const content = randomBytes(50_000);
      const name = randomUUID();
      const target = await create(name, content.length);
      const { socket, holder } = await hang(target, content, 20_000);
      const pidsBefore = await pids();
      expect(pidsBefore).toContain(holder);
      process.kill(holder, "SIGKILL");
      await expect.poll(() => isRunning(holder)).toBe(false);
      expect(await offsetOf(target)).toBe(20_000);
      const { status } = await sendRequest(target, {
        method: "PATCH",
        headers: { ...tus(), ...patch, "upload-offset": "20000" },
        body: content.subarray(20_000),
      });
      expect(status).toBe(204);
      socket.destroy();
      expect((await contentOf(name)).equals(content)).toBe(true);

      await expect
        .poll(async () => (await sendRequest(`${monitoring}/metrics`)).body)
        .toMatch(/^portico_workers 2$[\s\S]*^portico_workers_replaced_total 1$/m);
      expect(await pids()).toHaveLength(2);
      expect(lines()).toContainEqual(
        expect.objectContaining({
          err: { message: "SIGKILL" },
          msg: expect.stringMatching(/^worker [12] ended and is replaced$/),
        }),
      );
    }, 30_000);
  });

  test("SIGHUP replaces each of two workers with the new configuration and loses no request", async () => {
    const pidsBefore = await pids();
    const { written: writtenIds, failures, stop } = startWrites();
    await expect.poll(() => writtenIds.length).toBeGreaterThan(20);
    await writeFile(
      join(folder.path, "supabase/config.toml"),
      config().replace("enable_signup = true", "enable_signup = false"),
    );
    const states: number[] = [];
    let isOver = false;
    const watching = (async () => {
      while (!isOver) states.push((await sendRequest(`${monitoring}/ready`)).status);
    })();
    command.process.kill("SIGHUP");
    await expect
      .poll(() => lines().map(({ msg }) => msg), { timeout: 60_000 })
      .toContain("all workers were replaced");
    isOver = true;
    await watching;
    await stop();
    expect(failures).toEqual([]);
    expect(new Set(states)).toEqual(new Set([200]));
    const { rows } = await database.query("select id from notes");
    expect(rows.map(({ id }) => id)).toEqual(expect.arrayContaining(writtenIds));
    const newPids = await pids();
    expect(newPids).toHaveLength(2);
    expect(newPids.filter((pid) => pidsBefore.includes(pid))).toEqual([]);
    const settings = await sendRequest(`${origin}/auth/v1/settings`, { headers: { apikey: key } });
    expect(JSON.parse(settings.body)).toMatchObject({ disable_signup: true });
  }, 90_000);

  test("SIGHUP with an invalid configuration keeps the current workers", async () => {
    const pidsBefore = await pids();
    await writeFile(
      join(folder.path, "supabase/config.toml"),
      config("[auth.sms]\nenable_signup = 3"),
    );
    command.process.kill("SIGHUP");
    await expect
      .poll(() => lines().at(-1))
      .toMatchObject({
        level: 50,
        err: {
          message: expect.stringMatching(/^supabase\/config\.toml:\d+: auth\.sms\.enable_signup/),
        },
        msg: "a new worker could not be started: the restart ends, and the others continue",
      });
    await expect.poll(pids).toEqual(pidsBefore);
    expect(
      (await sendRequest(`${origin}/rest/v1/notes?limit=1`, { headers: { apikey: key } })).status,
    ).toBe(200);
    await writeFile(join(folder.path, "supabase/config.toml"), config());
  }, 30_000);

  test("two workers run each scheduled job once at a time, and an @reboot job once", async () => {
    const spans = () =>
      database.query("select began, ended from spans order by began").then(({ rows }) => rows);
    await expect.poll(async () => (await spans()).length).toBeGreaterThan(3);
    const allSpans = await spans();
    const overlaps = allSpans.filter(
      ({ began }, index) => index > 0 && began < allSpans[index - 1].ended,
    );
    expect(overlaps).toEqual([]);
    expect((await database.query("select from starts")).rowCount).toBe(1);
  }, 20_000);

  test("SIGTERM stops all workers and keeps what was acknowledged", async () => {
    const { written: writtenIds, all } = startWrites();
    await expect.poll(() => writtenIds.length).toBeGreaterThan(20);
    const pidsBefore = await pids();
    command.process.kill("SIGTERM");
    expect((await command.ended).code).toBe(0);
    await all;
    expect(await Promise.all(pidsBefore.map(isRunning))).toEqual([false, false]);
    const { rows } = await database.query("select id from notes");
    expect(rows.map(({ id }) => id)).toEqual(expect.arrayContaining(writtenIds));
  }, 30_000);

  test("no worker outlives the main process", async () => {
    await start();
    const workers = await pids();
    expect(workers).toHaveLength(2);
    command.process.kill("SIGKILL");
    await command.ended;
    await expect.poll(() => Promise.all(workers.map(isRunning))).toEqual([false, false]);
    await expect(sendRequest(`${origin}/auth/v1/health`)).rejects.toMatchObject({
      code: "ECONNREFUSED",
    });
  }, 30_000);

  test.runIf(isNightly)(
    "the server stops if no worker can be started again",
    async () => {
      await start();
      await writeFile(join(folder.path, "supabase/config.toml"), "[auth]\nenable_signup = 3\n");
      for (const pid of await pids()) process.kill(pid, "SIGKILL");
      expect((await command.ended).code).toBe(1);
      expect(lines().at(-1)).toMatchObject({
        msg: "the server stops because none of its workers can be started",
      });
    },
    60_000,
  );
});
