import { DatabaseError } from "../../database/errors.ts";
import type { Database } from "../../database/port.ts";
import { identifier, type Sql, sql } from "../../database/sql.ts";
import { type Finding, wrong } from "../finding.ts";
import { formatTableName } from "./listened-tables.ts";

/**
 * Finds published tables whose rows PostgreSQL refuses to update or delete. EXPLAIN reports the refusal without
 * changing a row.
 */
export async function findRefusedWrites(database: Database): Promise<Finding[]> {
  const { rows } = await database.query<{
    schema: string;
    name: string;
    column: string | null;
  }>(sql`
    select p.schemaname as schema, p.tablename as name, (
      select a.attname from pg_attribute as a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attidentity <> 'a' and a.attgenerated = ''
      order by a.attnum limit 1) as column
    from pg_publication_tables as p
    join pg_publication as pub on pub.pubname = p.pubname
    join pg_class as c on c.oid = format('%I.%I', p.schemaname, p.tablename)::regclass
    where p.pubname = 'supabase_realtime' and (pub.pubupdate or pub.pubdelete) and (
      c.relreplident = 'n'
      or c.relreplident = 'd' and not exists (select from pg_index as i where i.indrelid = c.oid and i.indisprimary)
      or exists (
        select from pg_publication_rel as r
        where r.prpubid = pub.oid and r.prrelid = c.oid and (r.prqual is not null or r.prattrs is not null)))
    order by 1, 2`);
  // Limit the time, because a table may be locked.
  const limitedDatabase = database.withLimits({ maxStatementMs: 5_000 });
  const tablesByReason = new Map<string, string[]>();
  for (const { schema, name, column } of rows) {
    const table = identifier(schema, name);
    const error =
      (await findWriteError(limitedDatabase, sql`explain delete from ${table} where false`)) ??
      (column === null
        ? undefined
        : await findWriteError(
            limitedDatabase,
            sql`explain update ${table} set ${identifier(column)} = ${identifier(column)} where false`,
          ));
    if (!error) continue;
    const reason = error.detail ?? "they have neither a primary key nor another replica identity.";
    tablesByReason.set(reason, [
      ...(tablesByReason.get(reason) ?? []),
      formatTableName({ schema, name }),
    ]);
  }
  return [...tablesByReason].map(([reason, tables]) =>
    wrong(
      `PostgreSQL refuses to update or delete rows of ${tables.join(", ")} for the publication supabase_realtime: ${reason}`,
      `Add a primary key, or alter table ${tables[0]} replica identity full; or do not publish its updates and deletes.`,
    ),
  );
}

/** The errors for a missing replica identity, and for a row filter or column list that does not match it. */
const refusalCodes = ["55000", "42P10"];

async function findWriteError(
  database: Database,
  statement: Sql,
): Promise<DatabaseError | undefined> {
  const error: unknown = await database.query(statement).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof DatabaseError) return refusalCodes.includes(error.code) ? error : undefined;
  if (error !== undefined) throw error;
  return undefined;
}
