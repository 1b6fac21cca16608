import { DatabaseUnavailable } from "../../database/errors.ts";
import type { Database } from "../../database/port.ts";
import { identifier, join, sql } from "../../database/sql.ts";
import type { Log } from "../../log/log.ts";
import { WorkQueue } from "../work-queue.ts";
import type { Change, ChangeListener, ChangeSource, Row } from "./change.ts";
import { type Json, parseExactly } from "./exact-json.ts";
import { PgOutputDecoder, type Relation, type TextChange, type TextRow } from "./pgoutput.ts";

/** The limit for changes that wait to be converted. */
const maxQueueBytes = 64 * 1024 * 1024;
/** The limits for the changes that one statement converts. */
const maxBatchRows = 200;
const maxBatchBytes = 4 * 1024 * 1024;
const reconnectDelayMs = 1_000;

/** The object identifiers of json and jsonb. */
const jsonTypeOids = new Set([114, 3802]);

type ReplicatingDatabase = Database & Required<Pick<Database, "replicate">>;

/**
 * Opens a source that reads logical replication, which does not slow down writers. Each process has its own slot, which
 * ends with its connection.
 *
 * @throws {DatabaseError} if `wal_level` is not `logical`, no slot is free, or the role may not replicate
 * @throws {DatabaseUnavailable}
 */
export async function openReplicationSource(
  database: ReplicatingDatabase,
  log: Log,
  listener: ChangeListener,
): Promise<ChangeSource> {
  const source = new ReplicationSource(database, log, listener);
  await source.open();
  return source;
}

class ReplicationSource implements ChangeSource {
  readonly #database: ReplicatingDatabase;
  readonly #log: Log;
  readonly #listener: ChangeListener;
  readonly #followedOids = new Set<number>();
  #isClosed = false;
  #reconnectTimer: NodeJS.Timeout | undefined;
  /** Resolves to the function that closes the stream. */
  #stream: Promise<() => Promise<void>> | undefined;
  readonly #queue = new WorkQueue<TextChange, number>({
    sizeOf: (change) => change.sizeBytes,
    maxSize: maxQueueBytes,
    groupOf: ({ relation }) => relation.oid,
    // An altered table has a new relation, whose columns differ from those of earlier changes.
    takeBatch: (waiting) =>
      waiting.takeNext(
        maxBatchRows,
        ({ relation }, first, bytes) => relation === first.relation && bytes <= maxBatchBytes,
      ),
    process: async (changes) => {
      try {
        await this.#convertAndReport(changes);
      } catch {
        await this.#reportOneByOne(changes);
      }
    },
    onLoss: ({ error: err, group }) => {
      this.#log.error({ err }, "table changes were lost");
      this.#listener.onGap(group);
    },
  });

  constructor(database: ReplicatingDatabase, log: Log, listener: ChangeListener) {
    this.#database = database;
    this.#log = log;
    this.#listener = listener;
  }

  async open(): Promise<void> {
    this.#stream = this.#openStream();
    await this.#stream;
  }

  async follow(tableOid: number): Promise<void> {
    this.#followedOids.add(tableOid);
  }

  unfollow(tableOid: number): void {
    this.#followedOids.delete(tableOid);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#reconnectTimer);
    await this.#stream?.then(
      (closeStream) => closeStream(),
      () => {},
    );
    this.#queue.clear();
    await this.#queue.idle();
  }

  async #openStream(): Promise<() => Promise<void>> {
    const decoder = new PgOutputDecoder();
    return this.#database.replicate("supabase_realtime", {
      onMessage: (message) => {
        const change = decoder.decode(message);
        if (change && this.#followedOids.has(change.relation.oid)) this.#queue.add(change);
      },
      onLoss: () => {
        this.#queue.clear();
        this.#listener.onGap();
        if (!this.#isClosed) this.#scheduleReconnect();
      },
    });
  }

  #scheduleReconnect(isFirstAttempt = true): void {
    this.#reconnectTimer = setTimeout(() => {
      this.#stream = this.#openStream();
      this.#stream.then(
        // A new slot starts at the present, so changes since the connection broke were missed.
        () => this.#listener.onGap(),
        (err: unknown) => {
          if (isFirstAttempt) this.#log.warn({ err }, "table changes cannot be read at present");
          if (!this.#isClosed) this.#scheduleReconnect(false);
        },
      );
    }, reconnectDelayMs);
    this.#reconnectTimer.unref();
  }

  async #convertAndReport(changes: readonly TextChange[]): Promise<void> {
    for (const change of await convertChanges(this.#database, changes)) {
      this.#listener.onChange(change);
    }
  }

  /**
   * Reports the changes of a failed batch one by one, so that a change that JSON cannot represent does not fail the
   * whole batch.
   */
  async #reportOneByOne(changes: readonly TextChange[]): Promise<void> {
    let failure: unknown;
    for (const change of changes) {
      try {
        await this.#convertAndReport([change]);
      } catch (error) {
        if (error instanceof DatabaseUnavailable) throw error;
        failure = error;
      }
    }
    if (failure === undefined) return;
    this.#log.error({ err: failure }, "changes of a table could not be read");
    this.#listener.onGap(changes[0]?.relation.oid);
  }
}

/** Converts the text values of changes of one table to JSON, by the types of their columns. */
async function convertChanges(
  database: Database,
  changes: readonly TextChange[],
): Promise<readonly Change[]> {
  const relation = changes[0]?.relation;
  if (!relation) return [];
  const textRows = changes.flatMap(({ record, oldRecord }) => [record ?? {}, oldRecord ?? {}]);
  const inputRows = textRows.map((row) => toJsonFields(relation, row));
  const { schema, name, columns } = relation;
  const columnList = join(columns.map((column) => identifier(column.name)));
  // A column's type may run its owner's code, so run it with the rights of the table's owner only.
  const switchToOwner = sql`
    select set_config('timezone', 'UTC', true), set_config('role', coalesce((
      select rolname from pg_class join pg_roles on pg_roles.oid = relowner
      where pg_class.oid = ${relation.oid}::bigint::oid and pg_has_role(session_user, relowner, 'member')
    ), 'none'), true)`;
  // A column may have the same name as an alias, so every reference is qualified.
  const selectAsJsonSql = sql`
    select (to_jsonb(r.*) - array(select jsonb_object_keys(to_jsonb(r.*)) except select jsonb_object_keys(g.fields)))::text as row
    from jsonb_array_elements(${JSON.stringify(inputRows)}::jsonb) with ordinality as g (fields, index),
      lateral (select ${columnList} from jsonb_populate_record(null::${identifier(schema, name)}, g.fields)) as r
    order by g.index`;
  const [, { rows: outputRows }] = await database.batch<[unknown, { row: string }]>([
    switchToOwner,
    selectAsJsonSql,
  ]);
  const convertedRows = outputRows.map(({ row }) => parseExactly(row) as Row);
  return changes.map(({ type, timestamp, record, oldRecord, sizeBytes }, index) => ({
    tableOid: relation.oid,
    type,
    timestamp,
    size: sizeBytes,
    record: record && convertedRows[2 * index],
    oldRecord: oldRecord && convertedRows[2 * index + 1],
  }));
}

/** Returns a row's texts as JSON values. Embeds values of the types json and jsonb unchanged. */
function toJsonFields({ columns }: Relation, row: TextRow): Record<string, Json> {
  return Object.fromEntries(
    columns.flatMap(({ name, typeOid }) => {
      const text = row[name];
      if (text === undefined) return [];
      const isJson = text !== null && jsonTypeOids.has(typeOid);
      return [[name, isJson ? parseExactly(text) : text] as const];
    }),
  );
}
