import { type Database, DatabaseUnavailable, type Share } from "../port.ts";
import { sql } from "../sql.ts";
import { readAddresses } from "./address.ts";
import { openPostgres } from "./postgres.ts";

export interface StandbyOptions {
  /** As that of the primary ({@link PostgresPlace}). Of several servers, one that is a standby is wanted. */
  readonly url: string;
  readonly primary: Database;
  /** Called with the standby when it is open; reads go to what this returns. */
  readonly opened?: ((database: Database) => Database) | undefined;
  /** The most connections that this process holds at a time. */
  readonly connections?: number | undefined;
  /** The limits on the reads. */
  readonly share: Share;
  /** In milliseconds: how far the standby may be behind the primary. */
  readonly longestDelay: number;
  /** Told when the standby can be read from, and when it cannot any more. */
  readonly onChange: (isUsable: boolean, cause?: unknown) => void;
}

/**
 * A hot standby (https://www.postgresql.org/docs/17/hot-standby.html) that can be read from while it is not far
 * behind. It may be missing, at the start and later.
 */
export class Standby {
  readonly #options: StandbyOptions;
  readonly #timer: NodeJS.Timeout;
  #opened: Database | undefined;
  #shared: Database | undefined;
  /** A position of the primary's log, and when the primary was there. */
  #mark: { readonly position: string; readonly at: number } | undefined;
  /** All that the primary had at this time, the standby has too. */
  #currentAsOf = Number.NEGATIVE_INFINITY;
  #look: Promise<void> | undefined;
  /** Undefined until the first news of it. */
  #wasUsable: boolean | undefined;
  readonly #begun = performance.now();
  #isClosed = false;

  /** @throws {AddressError} when the URL is none */
  constructor(options: StandbyOptions) {
    this.#options = options;
    readAddresses(options.url);
    this.#timer = setInterval(() => this.look(), options.longestDelay / looksPerDelay);
    this.#timer.unref();
    void this.look();
  }

  /** Undefined while the standby is missing or too far behind. */
  get database(): Database | undefined {
    return this.#isUsable ? this.#shared : undefined;
  }

  get longestDelay(): number {
    return this.#options.longestDelay;
  }

  get #isUsable(): boolean {
    return performance.now() - this.#currentAsOf <= this.#options.longestDelay;
  }

  /** Keeps requests away until the standby has answered again. */
  distrust(): void {
    this.#currentAsOf = Number.NEGATIVE_INFINITY;
  }

  /** Asks both servers how far they are. A look that takes long is not doubled. */
  look(): Promise<void> {
    this.#look ??= this.#compare()
      .then(
        () => this.#tell(),
        (error: unknown) => this.#tell(error),
      )
      .finally(() => {
        this.#look = undefined;
      });
    return this.#look;
  }

  #tell(cause?: unknown): void {
    const isUsable = this.#isUsable;
    if (this.#isClosed || isUsable === this.#wasUsable) return;
    // It has that long to show that it is not far behind.
    const isEarly = performance.now() - this.#begun <= this.#options.longestDelay;
    if (this.#wasUsable === undefined && !isUsable && isEarly && cause === undefined) return;
    this.#wasUsable = isUsable;
    this.#options.onChange(isUsable, cause);
  }

  async #compare(): Promise<void> {
    const { primary, url, connections, share, opened = (database) => database } = this.#options;
    this.#opened ??= await openPostgres({ url: ofStandby(url), connections });
    if (this.#isClosed) return this.#opened.close();
    this.#shared ??= opened(this.#opened).share(share);
    this.#mark ??= { at: performance.now(), position: await positionOf(primary) };
    const { position, at } = this.#mark;
    const { rows } = await this.#opened.query<{ is_standby: boolean; is_there: boolean | null }>(
      sql`select pg_is_in_recovery() as is_standby, pg_last_wal_replay_lsn() >= ${position}::pg_lsn as is_there`,
    );
    const { is_standby: isStandby, is_there: isThere } = rows[0] ?? {};
    // A standby that was promoted may have another history than the primary.
    if (!isStandby || isThere === null) {
      this.distrust();
      throw new DatabaseUnavailable("The server is no standby, or does not tell how far it is.");
    }
    if (!isThere) return;
    this.#currentAsOf = at;
    this.#mark = undefined;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    await this.#opened?.close();
  }
}

const looksPerDelay = 8;

async function positionOf(primary: Database): Promise<string> {
  const { rows } = await primary.query<{ position: string }>(
    sql`select pg_current_wal_lsn()::text as position`,
  );
  return rows[0]?.position ?? "";
}

function ofStandby(url: string): string {
  if (/[?&]target_session_attrs=/.test(url)) return url;
  return `${url}${url.includes("?") ? "&" : "?"}target_session_attrs=standby`;
}
