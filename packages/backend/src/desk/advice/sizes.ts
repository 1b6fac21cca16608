import type { Connection } from "../../database/port.ts";
import { isProjectSchema } from "../../database/project-objects.ts";
import { sql } from "../../database/sql.ts";

export interface TableSize {
  readonly schema: string;
  readonly name: string;
  /** The size, including indexes and long values (TOAST). */
  readonly bytes: number;
  /** PostgreSQL's estimate of the number of rows. */
  readonly rows: number;
}

/** The size of a table, and by how much it has grown. */
export interface TableGrowth extends TableSize {
  /** The growth since the server's start, or null for a table that did not exist then. */
  readonly grownBytes: number | null;
  readonly grownRows: number | null;
  readonly isOwn: boolean;
}

const maxTables = 5_000;
const maxListed = 100;

interface MeasuredTable extends TableSize {
  readonly oid: string;
  readonly isOwn: boolean;
}

/** Returns the sizes of all tables, the largest first. */
async function measureTables(database: Connection): Promise<readonly MeasuredTable[]> {
  const { rows } = await database.query<MeasuredTable>(sql`
    select c.oid::text as oid, n.nspname as schema, c.relname as name,
      pg_catalog.pg_total_relation_size(c.oid)::float8 as bytes,
      coalesce(pg_catalog.pg_stat_get_live_tuples(c.oid), 0)::float8 as rows,
      ${isProjectSchema("n.nspname")} as "isOwn"
    from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'm') and n.nspname !~ '^pg_(temp|toast)'
      and n.nspname not in ('pg_catalog', 'information_schema')
    order by pg_catalog.pg_total_relation_size(c.oid) desc limit ${maxTables}`);
  return rows;
}

/** Measures table sizes at the server's start, and compares later sizes with them. */
export class TableSizeTracker {
  readonly #database: Connection;
  #start: Promise<SizesAtTime> | undefined;

  constructor(database: Connection) {
    this.#database = database;
  }

  /** Measures the sizes at the start, unless that has already been done. */
  measure(): void {
    // Ignore the error here, because `compare` throws it later.
    this.#measureOnce().catch(() => {});
  }

  #measureOnce(): Promise<SizesAtTime> {
    const measuredAt = new Date();
    this.#start ??= measureTables(this.#database).then((tables) => ({
      measuredAt,
      tables: new Map(tables.map((table) => [table.oid, table])),
    }));
    return this.#start;
  }

  /** Returns the largest tables, those of the project first, and the time since when their growth was measured. */
  async compare(): Promise<{ readonly since: Date; readonly tables: readonly TableGrowth[] }> {
    const start = await this.#measureOnce();
    const now = await measureTables(this.#database);
    const tables = [...now.filter(({ isOwn }) => isOwn), ...now.filter(({ isOwn }) => !isOwn)]
      .slice(0, maxListed)
      .map(({ oid, ...table }) => {
        const sizeAtStart = start.tables.get(oid);
        return {
          ...table,
          grownBytes: sizeAtStart ? table.bytes - sizeAtStart.bytes : null,
          grownRows: sizeAtStart ? table.rows - sizeAtStart.rows : null,
        };
      });
    return { since: start.measuredAt, tables };
  }
}

interface SizesAtTime {
  readonly measuredAt: Date;
  /** The tables by their oid. */
  readonly tables: ReadonlyMap<string, MeasuredTable>;
}
