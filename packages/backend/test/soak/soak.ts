import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { onTestFinished } from "vitest";
import { freePort } from "../../../../scripts/process/free-port.mjs";
import { type Restartable, startRestartable } from "../databases/clusters.ts";
import { type Command, portico } from "../processes/portico-command.ts";
import { temporaryFolder } from "../project-folder.ts";
import { clockFileVariable, clockSignal, collectGarbageSignal } from "./clock.ts";
import { SoakMailbox } from "./mailbox.ts";
import { type Sample, takeSample } from "./samples.ts";
import { SoakRecord } from "./soak-record.ts";
import { SoakUser } from "./user.ts";

/** The command and everything that it needs, which run until the current test ends. */
export interface Soak {
  readonly record: SoakRecord;
  readonly mailbox: SoakMailbox;
  readonly users: readonly SoakUser[];
  readonly cluster: Restartable | undefined;
  readonly files: string;
  readonly mailPort: number;
  command(): Command;
  /** Starts the command again on the same data. */
  restart(): Promise<void>;
  setClock(offsetMs: number): Promise<void>;
  connectionCount(): Promise<number>;
  requestCount(): number;
  errors(): string[];
}

const postgresUrl = process.env["TEST_DATABASE_URL"];

export async function startSoak(userCount: number): Promise<Soak> {
  const mailbox = new SoakMailbox();
  const mailPort = await mailbox.server.listen();
  onTestFinished(() => mailbox.server.close());
  const port = await freePort();
  const folder = await temporaryFolder({
    "supabase/config.toml": config(mailPort),
    "supabase/migrations/1_notes.sql": schema,
  });
  const clockPath = join(folder.path, "clock");
  await writeFile(clockPath, "0");
  const cluster = postgresUrl ? await startRestartable(postgresUrl) : undefined;
  const record = new SoakRecord(`http://127.0.0.1:${port}`);

  const commands: Command[] = [];
  const command = () => {
    const current = commands.at(-1);
    if (!current) throw new Error("The command was not started.");
    return current;
  };
  const start = async () => {
    const args = ["start", "--port", String(port), "--project", folder.path];
    const env = {
      [clockFileVariable]: clockPath,
      NODE_OPTIONS: `--import ${new URL("./clock.ts", import.meta.url).href}`,
    };
    commands.push(
      cluster
        ? portico(args, { ...env, DATABASE_URL: cluster.url })
        : portico([...args, "--data", join(folder.path, ".portico")], env),
    );
    await command().origin;
  };
  onTestFinished(async () => {
    command().process.kill("SIGKILL");
    await command().ended;
    await folder.remove();
  });
  await start();
  return {
    record,
    mailbox,
    cluster,
    mailPort,
    command,
    restart: start,
    users: Array.from({ length: userCount }, () => new SoakUser(record, mailbox)),
    files: join(folder.path, ".portico/files"),
    setClock: async (offsetMs) => {
      await writeFile(clockPath, String(offsetMs));
      command().process.kill(clockSignal);
      record.clockOffsetMs = offsetMs;
    },
    connectionCount: () => (cluster ? countConnections(cluster.url) : Promise.resolve(0)),
    requestCount: () => [...record.responseCounts.values()].reduce((sum, times) => sum + times, 0),
    errors: () => errorsIn(commands),
  };
}

/** Returns the number of the command's connections, or zero while PostgreSQL is down. */
async function countConnections(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ count: number }>(
      "select count(*)::int from pg_stat_activity where application_name like 'portico%'",
    );
    return rows[0]?.count ?? 0;
  } catch {
    return 0;
  } finally {
    await client.end().catch(() => {});
  }
}

const config = (mailPort: number) => `
[api]
max_rows = 1000
[auth]
site_url = "http://127.0.0.1:3000"
additional_redirect_urls = ["http://127.0.0.1:3000/**"]
[auth.rate_limit]
email_sent = 100000
sign_in_sign_ups = 100000
token_refresh = 100000
token_verifications = 100000
[auth.email]
max_frequency = "1s"
[auth.email.smtp]
enabled = true
host = "127.0.0.1"
port = ${mailPort}
user = "soak"
pass = "a password of the soak"
admin_email = "team@example.com"
[storage.buckets.soak]
`;

const schema = `
create table notes (
  id uuid primary key,
  text text not null,
  owner uuid not null default auth.uid() references auth.users on delete cascade);
alter table notes enable row level security;
create policy own on notes using (owner = auth.uid());
grant all on notes to authenticated;
create function own_notes() returns bigint language sql stable as 'select count(*) from notes';
create policy own_folder on storage.objects to authenticated
  using (bucket_id = 'soak' and (storage.foldername(name))[1] = auth.uid()::text)
  with check (bucket_id = 'soak' and (storage.foldername(name))[1] = auth.uid()::text);
`;

function errorsIn(commands: readonly Command[]): string[] {
  const counts = new Map<string, number>();
  for (const command of commands) {
    for (const line of command.output().split("\n")) {
      if (!line.startsWith("{")) continue;
      const { level, msg, err } = JSON.parse(line);
      if (level !== "error" && !(Number(level) >= 50)) continue;
      const message = `${msg}: ${err?.message ?? ""}`.slice(0, 160);
      counts.set(message, (counts.get(message) ?? 0) + 1);
    }
  }
  return [...counts].map(([message, times]) => `${message} × ${times}`);
}

export async function sample({ command, connectionCount }: Soak): Promise<Sample> {
  return takeSample(command().process.pid ?? 0, await connectionCount());
}

/** Takes a sample after all requests have ended, idle connections are closed, and garbage is collected. */
export async function sampleAtRest(soak: Soak): Promise<Sample> {
  await sleep(8_000);
  soak.command().process.kill(collectGarbageSignal);
  await sleep(1_000);
  return sample(soak);
}
