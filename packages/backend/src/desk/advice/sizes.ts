import type { Connection } from "../../database/port.ts";
import { isProjectSchema } from "../../database/project-objects.ts";
import { sql } from "../../database/sql.ts";

/** The size of a table. */
export interface TableSize {
  readonly schema: string;
  readonly name: string;
  /** With its indexes and long values. */
  readonly bytes: number;
  /** PostgreSQL's estimate. */
  readonly rows: number;
}

/** A table that has grown, or is large. */
export interface TableGrowth extends TableSize {
  /** Since the server's start; null for a table that did not exist then. */
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

/** The sizes of tables at the start of the server, to compare later ones with. */
export class SizesAtStart {
  readonly #database: Connection;
  readonly #start: Promise<ReadonlyMap<string, MeasuredTable>>;
  readonly measuredAt = new Date();

  constructor(database: Connection) {
    this.#database = database;
    this.#start = measureTables(database).then(byOid);
    // The first reader gets the error.
    this.#start.catch(() => {});
  }

  /** Returns the largest tables, those of the project first. */
  async growth(): Promise<readonly TableGrowth[]> {
    const start = await this.#start;
    const now = await measureTables(this.#database);
    return [...now.filter(({ isOwn }) => isOwn), ...now.filter(({ isOwn }) => !isOwn)]
      .slice(0, maxListed)
      .map(({ oid, ...table }) => {
        const before = start.get(oid);
        return {
          ...table,
          grownBytes: before ? table.bytes - before.bytes : null,
          grownRows: before ? table.rows - before.rows : null,
        };
      });
  }
}

const byOid = (tables: readonly MeasuredTable[]) =>
  new Map(tables.map((table) => [table.oid, table]));
