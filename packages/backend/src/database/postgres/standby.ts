import { DatabaseUnavailable } from "../errors.ts";
import type { ConnectionLimits, Database } from "../port.ts";
import { sql } from "../sql.ts";
import { readAddresses } from "./address.ts";
import { openPostgres } from "./postgres.ts";

export interface StandbyOptions {
  /** A URL in the format of the primary's ({@link PostgresAddress}). If it names several servers, a standby is chosen. */
  readonly url: string;
  readonly primary: Database;
  /** Wraps the opened standby. Reads use the returned database. */
  readonly wrapDatabase?: ((database: Database) => Database) | undefined;
  /** The maximum number of connections of this process. */
  readonly connections?: number | undefined;
  /** The limits on the reads. */
  readonly limits: ConnectionLimits;
  /** How many milliseconds the standby may lag behind the primary. */
  readonly maxDelayMs: number;
  /** Called when the standby becomes usable or unusable. */
  readonly onChange: (isUsable: boolean, cause?: unknown) => void;
}

/**
 * A hot standby (https://www.postgresql.org/docs/17/hot-standby.html) that serves reads unless it lags too far behind.
 * It may be unreachable at any time, even at startup.
 */
export class Standby {
  readonly #options: StandbyOptions;
  readonly #timer: NodeJS.Timeout;
  #connection: Database | undefined;
  #limited: Database | undefined;
  /** A position in the primary's log, and the time at which the primary had reached it. */
  #target: { readonly position: string; readonly reachedAt: number } | undefined;
  /** The standby contains everything that the primary had committed at this time. */
  #currentAsOf = Number.NEGATIVE_INFINITY;
  #currentCheck: Promise<void> | undefined;
  /** Undefined until the first report. */
  #wasUsable: boolean | undefined;
  readonly #startedAt = performance.now();
  #isClosed = false;

  /** @throws {AddressError} if the URL is invalid */
  constructor(options: StandbyOptions) {
    this.#options = options;
    readAddresses(options.url);
    this.#timer = setInterval(() => this.check(), options.maxDelayMs / checksPerDelay);
    this.#timer.unref();
    void this.check();
  }

  /** Returns undefined while the standby is unreachable or lags too far behind. */
  get database(): Database | undefined {
    return this.#isUsable ? this.#limited : undefined;
  }

  get maxDelayMs(): number {
    return this.#options.maxDelayMs;
  }

  get #isUsable(): boolean {
    return performance.now() - this.#currentAsOf <= this.#options.maxDelayMs;
  }

  /** Sends no reads to the standby until the next successful check. */
  suspend(): void {
    this.#currentAsOf = Number.NEGATIVE_INFINITY;
  }

  /** Compares the positions of both servers. Concurrent calls share one check. */
  check(): Promise<void> {
    this.#currentCheck ??= this.#compare()
      .then(
        () => this.#reportChange(),
        (error: unknown) => this.#reportChange(error),
      )
      .finally(() => {
        this.#currentCheck = undefined;
      });
    return this.#currentCheck;
  }

  #reportChange(cause?: unknown): void {
    const isUsable = this.#isUsable;
    if (this.#isClosed || isUsable === this.#wasUsable) return;
    // A new standby may take as long for its first successful check as it may lag behind.
    const isWithinStartPeriod = performance.now() - this.#startedAt <= this.#options.maxDelayMs;
    if (this.#wasUsable === undefined && !isUsable && isWithinStartPeriod && cause === undefined)
      return;
    this.#wasUsable = isUsable;
    this.#options.onChange(isUsable, cause);
  }

  async #compare(): Promise<void> {
    const {
      primary,
      url,
      connections,
      limits,
      wrapDatabase = (database) => database,
    } = this.#options;
    this.#connection ??= await openPostgres({ url: withStandbyTarget(url), connections });
    if (this.#isClosed) return this.#connection.close();
    this.#limited ??= wrapDatabase(this.#connection).withLimits(limits);
    this.#target ??= { reachedAt: performance.now(), position: await readPosition(primary) };
    const { position, reachedAt } = this.#target;
    const { rows } = await this.#connection.query<{
      is_standby: boolean;
      has_replayed: boolean | null;
    }>(
      sql`select pg_is_in_recovery() as is_standby, pg_last_wal_replay_lsn() >= ${position}::pg_lsn as has_replayed`,
    );
    const { is_standby: isStandby, has_replayed: hasReplayed } = rows[0] ?? {};
    // A promoted standby may have a different history than the primary.
    if (!isStandby || hasReplayed === null) {
      this.suspend();
      throw new DatabaseUnavailable(
        "The server is not a standby, or does not report its replay position.",
      );
    }
    if (!hasReplayed) return;
    this.#currentAsOf = reachedAt;
    this.#target = undefined;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    await this.#connection?.close();
  }
}

const checksPerDelay = 8;

async function readPosition(primary: Database): Promise<string> {
  const { rows } = await primary.query<{ position: string }>(
    sql`select pg_current_wal_lsn()::text as position`,
  );
  return rows[0]?.position ?? "";
}

function withStandbyTarget(url: string): string {
  if (/[?&]target_session_attrs=/.test(url)) return url;
  return `${url}${url.includes("?") ? "&" : "?"}target_session_attrs=standby`;
}
