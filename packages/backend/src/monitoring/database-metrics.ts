import { Gauge, type OpenMetricsContentType, type Registry } from "prom-client";
import type { ConnectionLimits, Database } from "../database/port.ts";
import { sql } from "../database/sql.ts";

/** Metrics must not wait long for a busy or unreachable database. */
const share: ConnectionLimits = { connections: 1, acquireTimeoutMs: 1_000, maxStatementMs: 2_000 };

/** Registers the metrics of a database and its outbox. They are read at each scrape. */
export function watchDatabase(
  database: Database,
  registry: Registry<OpenMetricsContentType>,
): void {
  const { usage } = database;
  if (usage) {
    const processGauge = (name: string, help: string, readValue: () => number) =>
      new Gauge({
        name,
        help,
        registers: [registry],
        collect() {
          this.set(readValue());
        },
      });
    const name = "portico_database";
    processGauge(`${name}_connections`, "Connections of this process", () => usage().connections);
    processGauge(
      `${name}_connections_idle`,
      "Idle connections of this process",
      () => usage().idle,
    );
    processGauge(`${name}_waiting`, "Callers that wait for a connection", () => usage().waiting);
  }
  const limited = database.withLimits(share);
  let pendingRead: ReturnType<typeof readStatistics> | undefined;
  /** Reads the statistics once per scrape. */
  const statisticsOfScrape = () => {
    pendingRead ??= readStatistics(limited).finally(() => {
      pendingRead = undefined;
    });
    return pendingRead;
  };
  // Processes that share a database report the same values, so these must not be added up.
  const sharedGauge = (statistic: keyof DatabaseStatistics, name: string, help: string) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      aggregator: "max",
      async collect() {
        this.set((await statisticsOfScrape().catch(() => undefined))?.[statistic] ?? Number.NaN);
      },
    });
  const outgoing = "portico_outgoing_messages";
  sharedGauge("messages", outgoing, "Messages in the outbox");
  sharedGauge("retried", `${outgoing}_retried`, "Messages in the outbox that failed before");
  sharedGauge("migrations", "portico_migrations", "Applied migrations of the project");
  sharedGauge("size", "portico_database_size_bytes", "The size of the database");
}

type DatabaseStatistics = Readonly<Record<"size" | "messages" | "retried" | "migrations", number>>;

async function readStatistics(database: Database): Promise<DatabaseStatistics | undefined> {
  // Check that the table exists, because a project without migrations does not have it.
  const { rows: tables } = await database.query<{ exists: boolean }>(sql`
    select to_regclass('supabase_migrations.schema_migrations') is not null as exists`);
  const migrations = tables[0]?.exists
    ? sql`(select count(*)::float8 from supabase_migrations.schema_migrations)`
    : sql`0`;
  const { rows } = await database.query<DatabaseStatistics>(sql`
    select pg_database_size(current_database())::float8 as size, ${migrations} as migrations,
      count(*)::float8 as messages, count(*) filter (where tries > 1)::float8 as retried
    from portico.outgoing_messages`);
  return rows[0];
}
