import { type Database, DatabaseError } from "../../database/port.ts";
import { identifier, type Sql, sql } from "../../database/sql.ts";
import { type Finding, wrong } from "../finding.ts";
import { type Named, nameOf } from "./tables.ts";

/** Tables that PostgreSQL does not let anybody update or delete from, because they are published. It is asked itself. */
export async function refusedWrites(database: Database): Promise<Finding[]> {
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
        select from pg_publication_rel as r where r.prpubid = pub.oid and (r.prqual is not null or r.prattrs is not null)))
    order by 1, 2`);
  const findings: Finding[] = [];
  for (const { schema, name, column } of rows) {
    const table = identifier(schema, name);
    const refusal =
      (await refusalOf(database, sql`explain delete from ${table} where false`)) ??
      (column === null
        ? undefined
        : await refusalOf(
            database,
            sql`explain update ${table} set ${identifier(column)} = ${identifier(column)} where false`,
          ));
    if (refusal) findings.push(refusedWrite({ schema, name }, refusal));
  }
  return findings;
}

/** The refusals of what is published: without a replica identity, or with a filter or columns that do not fit it. */
const refusals = ["55000", "42P10"];

async function refusalOf(database: Database, statement: Sql): Promise<DatabaseError | undefined> {
  const error: unknown = await database.query(statement).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof DatabaseError) return refusals.includes(error.code) ? error : undefined;
  if (error !== undefined) throw error;
  return undefined;
}

function refusedWrite(table: Named, { detail }: DatabaseError): Finding {
  const name = nameOf(table);
  const reason = detail ?? "It has no primary key, nor another replica identity.";
  return wrong(
    `PostgreSQL refuses to update ${name}, or to delete from it, while it is published as it is. ${reason}`,
    detail
      ? `alter table ${name} replica identity full; or publish it otherwise.`
      : `alter table ${name} add primary key (…); or replica identity full.`,
  );
}
