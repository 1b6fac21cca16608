import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { onTestFinished } from "vitest";
import { freePort } from "../../../../scripts/free-port.mjs";
import { type Restartable, startRestartable } from "../clusters.ts";
import { type Command, portico } from "../command.ts";
import { temporaryFolder } from "../project-folder.ts";
import { SoakRecord } from "./book.ts";
import { clockFile, clockSignal, collectSignal } from "./clock.ts";
import { Person } from "./person.ts";
import { SoakMailbox } from "./post.ts";
import { type Sample, sampleOf } from "./samples.ts";

/** Runs the command and everything that it needs until the current test ends. */
export interface Soak {
  readonly book: SoakRecord;
  readonly post: SoakMailbox;
  readonly persons: readonly Person[];
  readonly cluster: Restartable | undefined;
  readonly files: string;
  readonly mailPort: number;
  command(): Command;
  /** Starts the command again with its data. */
  restart(): Promise<void>;
  setClock(offset: number): Promise<void>;
  connections(): Promise<number>;
  /** Returns the number of requests. */
  total(): number;
  errors(): string[];
}

const neighbour = process.env["TEST_DATABASE_URL"];

export async function beginSoak(people: number): Promise<Soak> {
  const post = new SoakMailbox();
  const mailPort = await post.server.listen();
  onTestFinished(() => post.server.close());
  const port = await freePort();
  const folder = await temporaryFolder({
    "supabase/config.toml": config(mailPort),
    "supabase/migrations/1_notes.sql": schema,
  });
  const clock = join(folder.path, "clock");
  await writeFile(clock, "0");
  const cluster = neighbour ? await startRestartable(neighbour) : undefined;
  const book = new SoakRecord(`http://127.0.0.1:${port}`);

  const lives: Command[] = [];
  const command = () => {
    const last = lives.at(-1);
    if (!last) throw new Error("The command was not started.");
    return last;
  };
  const growth = async () => {
    const args = ["start", "--port", String(port), "--project", folder.path];
    const env = {
      [clockFile]: clock,
      NODE_OPTIONS: `--import ${new URL("./clock.ts", import.meta.url).href}`,
    };
    lives.push(
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
  await growth();
  return {
    book,
    post,
    cluster,
    mailPort,
    command,
    restart: growth,
    persons: Array.from({ length: people }, () => new Person(book, post)),
    files: join(folder.path, ".portico/files"),
    setClock: async (offset) => {
      await writeFile(clock, String(offset));
      command().process.kill(clockSignal);
      book.offset = offset;
    },
    connections: () => (cluster ? connectionsTo(cluster.url) : Promise.resolve(0)),
    total: () => [...book.answers.values()].reduce((sum, times) => sum + times, 0),
    errors: () => errorsIn(lives),
  };
}

/** Returns the number of the command's connections, or zero while PostgreSQL is down. */
async function connectionsTo(url: string): Promise<number> {
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

function errorsIn(lives: readonly Command[]): string[] {
  const counts = new Map<string, number>();
  for (const life of lives) {
    for (const line of life.output().split("\n")) {
      if (!line.startsWith("{")) continue;
      const { level, msg, err } = JSON.parse(line);
      if (level !== "error" && !(Number(level) >= 50)) continue;
      const message = `${msg}: ${err?.message ?? ""}`.slice(0, 160);
      counts.set(message, (counts.get(message) ?? 0) + 1);
    }
  }
  return [...counts].map(([message, times]) => `${message} × ${times}`);
}

export async function sample({ command, connections }: Soak): Promise<Sample> {
  return sampleOf(command().process.pid ?? 0, await connections());
}

/** Samples the state after all requests have ended, idle connections were closed, and garbage was collected. */
export async function settled(soak: Soak): Promise<Sample> {
  await sleep(8_000);
  soak.command().process.kill(collectSignal);
  await sleep(1_000);
  return sample(soak);
}
