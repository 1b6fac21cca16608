import type { Connection } from "../../database/port.ts";
import { isProjectSchema } from "../../database/project-objects.ts";
import { sql } from "../../database/sql.ts";
import { noRelation } from "../errors.ts";
import type { RelationKind } from "./relations.ts";

/** A column of a table or view. */
export interface Column {
  readonly name: string;
  /** The type as PostgreSQL writes it, such as `character varying(20)` or `text[]`. */
  readonly type: string;
  /** The category of the type (`pg_type.typcategory`), which decides the editor that the page shows. */
  readonly category: string;
  readonly isNullable: boolean;
  readonly default: string | null;
  readonly isIdentity: boolean;
  readonly isGenerated: boolean;
  readonly comment: string | null;
  /** The labels, if the type is an enum. */
  readonly labels: readonly string[] | null;
  /** The position in the primary key, counted from 1. */
  readonly keyPosition: number | null;
  /** The referenced column, if a foreign key consists of only this column. */
  readonly references: {
    readonly schema: string;
    readonly name: string;
    readonly column: string;
  } | null;
}

/** Everything about a table or view except its rows. */
export interface Structure {
  readonly schema: string;
  readonly name: string;
  readonly kind: RelationKind;
  /** Whether the schema belongs to the project, and not to Supabase or an extension. */
  readonly isOwn: boolean;
  readonly comment: string | null;
  readonly estimate: number | null;
  readonly hasRowSecurity: boolean;
  readonly forcesRowSecurity: boolean;
  readonly definition: string | null;
  readonly columns: readonly Column[];
  readonly constraints: readonly { name: string; kind: string; definition: string }[];
  readonly indexes: readonly {
    name: string;
    definition: string;
    isUnique: boolean;
    bytes: number;
  }[];
  readonly policies: readonly {
    name: string;
    command: string;
    isPermissive: boolean;
    roles: string[];
    using: string | null;
    check: string | null;
  }[];
  readonly triggers: readonly { name: string; definition: string; isEnabled: boolean }[];
  readonly grants: readonly { role: string; privileges: string[]; columns: string[] | null }[];
}

/**
 * Returns the structure of a table or view.
 *
 * @throws {DeskError} if it does not exist
 */
export async function loadStructure(
  connection: Connection,
  schema: string,
  name: string,
): Promise<Structure> {
  const { rows } = await connection.query<{ readonly structure: Structure }>(sql`
    select json_build_object(
      'schema', n.nspname, 'name', c.relname,
      'kind', case c.relkind when 'r' then 'table' when 'p' then 'partitioned table' when 'v' then 'view'
        when 'm' then 'materialized view' else 'foreign table' end,
      'isOwn', ${isProjectSchema("n.nspname")},
      'comment', obj_description(c.oid, 'pg_class'),
      'estimate', case when c.relkind in ('r', 'm', 'p') and c.reltuples >= 0 then c.reltuples::float8 end,
      'hasRowSecurity', c.relrowsecurity, 'forcesRowSecurity', c.relforcerowsecurity,
      'definition', case when c.relkind in ('v', 'm') then pg_get_viewdef(c.oid, true) end,
      'columns', coalesce((
        select json_agg(json_build_object(
          'name', a.attname, 'type', format_type(a.atttypid, a.atttypmod),
          'category', coalesce(nullif(base.typcategory, ''), t.typcategory),
          'isNullable', not (a.attnotnull or t.typnotnull),
          'default', case when a.attgenerated = '' then pg_get_expr(d.adbin, d.adrelid) end,
          'isIdentity', a.attidentity <> '', 'isGenerated', a.attgenerated <> '',
          'comment', col_description(c.oid, a.attnum),
          'labels', (
            select json_agg(e.enumlabel order by e.enumsortorder) from pg_catalog.pg_enum e
            where e.enumtypid = coalesce(nullif(t.typbasetype, 0), t.oid)),
          'keyPosition', array_position(pk.conkey, a.attnum),
          'references', (
            select json_build_object('schema', fn.nspname, 'name', fc.relname, 'column', fa.attname)
            from pg_catalog.pg_constraint f
            join pg_catalog.pg_class fc on fc.oid = f.confrelid
            join pg_catalog.pg_namespace fn on fn.oid = fc.relnamespace
            join pg_catalog.pg_attribute fa on fa.attrelid = f.confrelid and fa.attnum = f.confkey[1]
            where f.conrelid = c.oid and f.contype = 'f' and f.conkey = array[a.attnum]
            order by f.oid limit 1)
        ) order by a.attnum)
        from pg_catalog.pg_attribute a
        join pg_catalog.pg_type t on t.oid = a.atttypid
        left join pg_catalog.pg_type base on base.oid = t.typbasetype
        left join pg_catalog.pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
        left join pg_catalog.pg_constraint pk on pk.conrelid = c.oid and pk.contype = 'p'
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped), '[]'),
      'constraints', coalesce((
        select json_agg(json_build_object('name', k.conname, 'definition', pg_get_constraintdef(k.oid, true),
          'kind', case k.contype when 'p' then 'primary key' when 'f' then 'foreign key' when 'u' then 'unique'
            when 'c' then 'check' when 'x' then 'exclude' else 'other' end)
          order by k.contype <> 'p', k.contype, k.conname)
        from pg_catalog.pg_constraint k where k.conrelid = c.oid and k.contype in ('p', 'f', 'u', 'c', 'x')), '[]'),
      'indexes', coalesce((
        select json_agg(json_build_object('name', ic.relname, 'definition', pg_get_indexdef(i.indexrelid),
          'isUnique', i.indisunique, 'bytes', pg_relation_size(i.indexrelid)) order by ic.relname)
        from pg_catalog.pg_index i join pg_catalog.pg_class ic on ic.oid = i.indexrelid
        where i.indrelid = c.oid), '[]'),
      'policies', coalesce((
        select json_agg(json_build_object('name', p.polname,
          'command', case p.polcmd when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update'
            when 'd' then 'delete' else 'all' end,
          'isPermissive', p.polpermissive,
          'roles', (select json_agg(case r when 0 then 'public' else pg_get_userbyid(r) end) from unnest(p.polroles) as _(r)),
          'using', pg_get_expr(p.polqual, p.polrelid), 'check', pg_get_expr(p.polwithcheck, p.polrelid))
          order by p.polname)
        from pg_catalog.pg_policy p where p.polrelid = c.oid), '[]'),
      'triggers', coalesce((
        select json_agg(json_build_object('name', g.tgname, 'definition', pg_get_triggerdef(g.oid, true),
          'isEnabled', g.tgenabled <> 'D') order by g.tgname)
        from pg_catalog.pg_trigger g where g.tgrelid = c.oid and not g.tgisinternal), '[]'),
      'grants', coalesce((
        select json_agg(json_build_object('role', role, 'privileges', privileges, 'columns', columns)
          order by columns is not null, role)
        from (
          select case g.grantee when 0 then 'public' else pg_get_userbyid(g.grantee) end as role,
            json_agg(lower(g.privilege_type) order by g.privilege_type) as privileges, null::json as columns
          from aclexplode(coalesce(c.relacl, acldefault('r', c.relowner))) as g group by g.grantee
          union all
          select case g.grantee when 0 then 'public' else pg_get_userbyid(g.grantee) end,
            json_build_array(lower(g.privilege_type)), json_agg(a.attname order by a.attnum)
          from pg_catalog.pg_attribute a, aclexplode(a.attacl) as g
          where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
          group by g.grantee, g.privilege_type
        ) as granted), '[]')
    ) as structure
    from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where n.nspname = ${schema} and c.relname = ${name} and c.relkind in ('r', 'p', 'v', 'm', 'f')`);
  const [row] = rows;
  if (!row) throw noRelation(schema, name);
  return row.structure;
}
