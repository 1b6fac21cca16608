import { type Database, DatabaseUnavailable } from "../../database/port.ts";
import { identifier, join, sql } from "../../database/sql.ts";
import type { Log } from "../../log/log.ts";
import { Queue } from "../queue.ts";
import type { Change, ChangeListener, ChangeSource, Row } from "./change.ts";
import { type Json, parseExactly } from "./exact-json.ts";
import { PgOutput, type Relation, type TextChange, type Texts } from "./pgoutput.ts";

/** In bytes: how much may wait to be read by the database's types. */
const mostWaiting = 64 * 1024 * 1024;
/** How many rows, and bytes, are read together. */
const together = { rows: 200, size: 4 * 1024 * 1024 };
/** In milliseconds: how long to wait before the stream is opened again. */
const pause = 1_000;

/** The object identifiers of json and jsonb. */
const json = new Set([114, 3802]);

/**
 * Hears of changes by logical replication, which costs writers nothing. Each process has a slot of its own that ends
 * with its connection.
 *
 * @throws {DatabaseError} where `wal_level` is not `logical`, no slot is free, or the role may not replicate
 * @throws {DatabaseUnavailable}
 */
export async function listenByReplication(
  database: Database & Required<Pick<Database, "replicate">>,
  log: Log,
  { onChange, onGap }: ChangeListener,
): Promise<ChangeSource> {
  const followed = new Set<number>();
  let isClosed = false;
  let retry: NodeJS.Timeout | undefined;

  /** One that JSON cannot hold is to keep no other from being told. */
  const readEach = async (some: readonly TextChange[]) => {
    let failure: unknown;
    for (const one of some) {
      try {
        for (const change of await typed(database, [one])) onChange(change);
      } catch (error) {
        if (error instanceof DatabaseUnavailable) throw error;
        failure = error;
      }
    }
    if (failure === undefined) return;
    log.error({ err: failure }, "changes of a table could not be told");
    onGap(some[0]?.relation.oid);
  };
  const queue = new Queue<TextChange>({
    sizeOf: (change) => change.size,
    limit: mostWaiting,
    groupOf: ({ relation }) => relation.oid,
    // A table that was altered meanwhile has other columns.
    take: (waiting) =>
      waiting.next(
        together.rows,
        ({ relation }, first, size) => relation === first.relation && size <= together.size,
      ),
    work: async (changes) => {
      try {
        for (const change of await typed(database, changes)) onChange(change);
      } catch {
        await readEach(changes);
      }
    },
    onLoss: ({ error: err, group }) => {
      log.error({ err }, "changes of tables could not be told");
      onGap(group as number | undefined);
    },
  });
  const open = async () => {
    const output = new PgOutput();
    return database.replicate("supabase_realtime", {
      onMessage: (message) => {
        const change = output.read(message);
        if (change && followed.has(change.relation.oid)) queue.add(change);
      },
      onLoss: () => {
        queue.clear();
        onGap();
        if (!isClosed) again();
      },
    });
  };
  const again = (isFirst = true) => {
    retry = setTimeout(() => {
      stop = open();
      // Subscribers have missed what was committed meanwhile.
      stop.then(
        () => onGap(),
        (err: unknown) => {
          if (isFirst) log.warn({ err }, "changes of tables are not heard at present");
          if (!isClosed) again(false);
        },
      );
    }, pause);
    retry.unref();
  };
  let stop = open();
  await stop;
  return {
    follow: async (relation) => void followed.add(relation),
    leave: (relation) => void followed.delete(relation),
    close: async () => {
      isClosed = true;
      clearTimeout(retry);
      await stop.then(
        (end) => end(),
        () => {},
      );
      queue.clear();
      await queue.idle();
    },
  };
}

/** Has the database read the texts by the types of their columns. */
async function typed(
  database: Database,
  changes: readonly TextChange[],
): Promise<readonly Change[]> {
  const relation = changes[0]?.relation;
  if (!relation) return [];
  const rows = changes.flatMap(({ record, before }) => [record ?? {}, before ?? {}]);
  const given = rows.map((row) => fieldsOf(relation, row));
  const { schema, name, columns } = relation;
  const list = join(columns.map((column) => identifier(column.name)));
  // A column's type may run code of the table's owner, which is to have no more rights here than it has.
  const asOwner = sql`
    select set_config('timezone', 'UTC', true), set_config('role', coalesce((
      select rolname from pg_class join pg_roles on pg_roles.oid = relowner
      where pg_class.oid = ${relation.oid}::bigint::oid and pg_has_role(session_user, relowner, 'member')
    ), 'none'), true)`;
  // A column may be named as one of these is.
  const asJson = sql`
    select (to_jsonb(r.*) - array(select jsonb_object_keys(to_jsonb(r.*)) except select jsonb_object_keys(g.given)))::text as row
    from jsonb_array_elements(${JSON.stringify(given)}::jsonb) with ordinality as g (given, place),
      lateral (select ${list} from jsonb_populate_record(null::${identifier(schema, name)}, g.given)) as r
    order by g.place`;
  const [, { rows: found }] = await database.batch<[unknown, { row: string }]>([asOwner, asJson]);
  const read = found.map(({ row }) => parseExactly(row) as Row);
  return changes.map(({ type, at, record, before, size }, index) => ({
    ...{ relation: relation.oid, type, at, size },
    record: record && read[2 * index],
    before: before && read[2 * index + 1],
  }));
}

/** JSON of the texts. A value that is JSON itself stays what it is. */
function fieldsOf({ columns }: Relation, row: Texts): Record<string, Json> {
  return Object.fromEntries(
    columns.flatMap(({ name, typeOid }) => {
      const text = row[name];
      if (text === undefined) return [];
      return [[name, text !== null && json.has(typeOid) ? parseExactly(text) : text] as const];
    }),
  );
}
