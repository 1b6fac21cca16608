/** Measures what a request of each kind costs the server and PostgreSQL, and calculates the total for many users. */
import { appendFile, cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { hash } from "@node-rs/bcrypt";
import pg from "pg";
import { type Child, start } from "../instruments/child.ts";
import {
  fillDatabase,
  password,
  type SignedInUser,
  startCluster,
} from "../instruments/compared-servers.ts";
import type { Load, Request } from "../instruments/load.ts";
import { print, type RoundResult } from "../instruments/measure.ts";
import type { ServerCommand, ServerCredentials } from "../instruments/server.ts";
import { startMailServer } from "./mail-server.ts";
import { type Cost, type RequestKind, requestKinds } from "./model.ts";
import { processCpuMs, processTreeCpuMs } from "./processor-time.ts";
import { printReport } from "./report.ts";
import { createRequests } from "./requests.ts";
import { measureRowBytes } from "./sizes.ts";

/**
 * The number of measured requests per kind. Requests that hash a password take a hundred times as long, so there are
 * fewer of them.
 */
const requestCount = Number(process.env["BENCH_TIMES"] ?? 2_000);
const hashedRequestCount = Math.ceil(requestCount / 20);

export async function measureScale(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "portico-bench-scale-"));
  const [cluster, mail] = await Promise.all([startCluster(), startMailServer()]);
  const database = new pg.Client(cluster.url);
  await database.connect();
  const server = start("./instruments/server.ts", ["--max-semi-space-size=8", "--expose-gc"]);
  const load = start("./instruments/load.ts");
  try {
    const credentials = await server.request<ServerCredentials>({
      start: { url: cluster.url },
      project: await copyProject(folder, mail.port),
      env: { PORTICO_TRUSTED_PROXIES: "1" },
    } satisfies ServerCommand);
    const user = await fillDatabase(server, credentials);
    const costs = await measure({ credentials, user, server, load, database });
    printReport(costs, await measureRowBytes(database, user));
  } finally {
    await load.close();
    await server.close();
    await database.end();
    mail.close();
    await cluster.stop();
    await rm(folder, { recursive: true });
  }
}

/** Copies the other benchmarks' project, and adds a mail server and limits that are never reached. */
async function copyProject(folder: string, port: number): Promise<string> {
  const copy = join(folder, "project");
  await cp(fileURLToPath(new URL("../project", import.meta.url)), copy, { recursive: true });
  await appendFile(
    join(copy, "supabase/config.toml"),
    `
[auth.email.smtp]
enabled = true
host = "127.0.0.1"
port = ${port}
user = "bench"
pass = "bench"
admin_email = "bench@example.com"

[auth.rate_limit]
email_sent = 1000000
sign_in_sign_ups = 1000000
token_refresh = 1000000
`,
  );
  return copy;
}

interface Setup {
  readonly credentials: ServerCredentials;
  readonly user: SignedInUser;
  readonly server: Child;
  readonly load: Child;
  readonly database: pg.Client;
}

async function measure(setup: Setup): Promise<Record<RequestKind, Cost>> {
  const { user, database } = setup;
  const [{ pid: postmaster }] = await queryRows<{ pid: number }>(
    database,
    "select split_part(pg_read_file('postmaster.pid'), e'\\n', 1)::int as pid",
  );
  await database.query(`
    insert into storage.buckets (id, name) values ('files', 'files');
    create policy own on storage.objects for all to authenticated
      using (bucket_id = 'files' and (storage.foldername(name))[1] = (select auth.uid())::text)
      with check (bucket_id = 'files' and (storage.foldername(name))[1] = (select auth.uid())::text)`);
  const setPassword = async (cost: number) =>
    database.query("update auth.users set encrypted_password = $1 where id = $2", [
      await hash(password, cost),
      user.id,
    ]);

  const costs: Partial<Record<RequestKind, Cost>> = {};
  const requests = await createRequests(setup.credentials, user, hashedRequestCount + 20);
  for (const kind of requestKinds) {
    const isHashed = kind === "sign-in" || kind === "sign-up";
    // Warm up until the code is compiled. Sign-ins use the cheapest hash for the warm-up.
    if (kind === "sign-in") await setPassword(4);
    await send(setup, requests[kind].slice(-20), kind === "sign-up" ? 20 : requestCount / 4);
    if (kind === "sign-in") await setPassword(10);

    const count = isHashed ? hashedRequestCount : requestCount;
    const stateBefore = await readState(setup, postmaster);
    await send(setup, requests[kind].slice(0, -20), count);
    const stateAfter = await readState(setup, postmaster);
    const perRequest = (label: keyof typeof stateBefore) =>
      (stateAfter[label] - stateBefore[label]) / count;
    costs[kind] = {
      serverMs: perRequest("serverMs"),
      hashingMs: isHashed ? await measureHashingMs() : 0,
      postgresMs: perRequest("postgresMs"),
      walBytes: perRequest("walBytes"),
      auditRows: perRequest("auditRows"),
    };
    print(
      `PostgreSQL, one process: ${kind}: ${perRequest("serverMs").toFixed(2)} ms of the server, ` +
        `${perRequest("postgresMs").toFixed(2)} ms of PostgreSQL, ${perRequest("walBytes").toFixed(0)} bytes of log, ` +
        `${perRequest("auditRows").toFixed(1)} rows of the audit log, ${perRequest("sessions").toFixed(1)} sessions, ` +
        `${perRequest("users").toFixed(1)} users; a core serves ${(1000 / perRequest("serverMs")).toFixed(0)}/s, ` +
        `a core of PostgreSQL ${(1000 / perRequest("postgresMs")).toFixed(0)}/s`,
    );
  }
  return costs as Record<RequestKind, Cost>;
}

/** Returns the processor milliseconds of one hash. */
async function measureHashingMs(): Promise<number> {
  const cpuBefore = process.cpuUsage();
  for (let time = 0; time < 10; time++) await hash(password, 10);
  const { user, system } = process.cpuUsage(cpuBefore);
  return (user + system) / 1000 / 10;
}

async function send(setup: Setup, requests: readonly Request[], count: number): Promise<void> {
  await setup.load.request<RoundResult>({
    origins: [setup.credentials.origin],
    requests,
    connections: 4,
    seconds: 600,
    maxRequests: count,
  } satisfies Load);
}

async function readState({ server, database }: Setup, postmaster: number) {
  const [counts] = await queryRows<{ wal: string; audit: string; sessions: string; users: string }>(
    database,
    `select pg_current_wal_insert_lsn() - '0/0'::pg_lsn as wal,
       (select count(*) from auth.audit_log_entries) as audit,
       (select count(*) from auth.sessions) as sessions,
       (select count(*) from auth.users) as users`,
  );
  return {
    serverMs: await processCpuMs(server.pid),
    postgresMs: await processTreeCpuMs(postmaster),
    walBytes: Number(counts.wal),
    auditRows: Number(counts.audit),
    sessions: Number(counts.sessions),
    users: Number(counts.users),
  };
}

async function queryRows<Row>(database: pg.Client, statement: string): Promise<[Row, ...Row[]]> {
  return (await database.query(statement)).rows as [Row, ...Row[]];
}
