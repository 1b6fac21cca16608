import type { Connection } from "../../database/port.ts";
import { sql } from "../../database/sql.ts";
import { mediaTypeName, parseMediaType } from "../media-type.ts";
import type { QualifiedName } from "../qualified-name.ts";
import {
  handlerKey,
  type MediaHandlers,
  type Representations,
  type ResolvedHandler,
  representationKey,
} from "./types.ts";

/** Loads the casts between domains and json or text, which change how the API represents a type. */
export async function loadRepresentations(connection: Connection): Promise<Representations> {
  const { rows } = await connection.query<{ source: string; target: string; function: string }>(sql`
    select c.castsource::regtype::text as source, c.casttarget::regtype::text as target,
      c.castfunc::regproc::text as function
    from pg_catalog.pg_cast c
    join pg_catalog.pg_type source on source.oid = c.castsource
    join pg_catalog.pg_type target on target.oid = c.casttarget
    where c.castcontext = 'i' and c.castmethod = 'f'
      and pg_catalog.has_function_privilege(c.castfunc, 'execute')
      and (source.typtype = 'd' and c.casttarget in ('json'::regtype, 'text'::regtype)
        or target.typtype = 'd' and c.castsource in ('json'::regtype, 'text'::regtype))`);
  return new Map(
    rows.map((row) => [representationKey(row.source, row.target), row.function] as const),
  );
}

const builtInHandlers: readonly (readonly [key: string, ResolvedHandler])[] = [
  [handlerKey(null, "*/*"), { handler: { kind: "json" }, mediaType: { kind: "json" } }],
  [
    handlerKey(null, "application/json"),
    { handler: { kind: "json" }, mediaType: { kind: "json" } },
  ],
  [handlerKey(null, "text/csv"), { handler: { kind: "csv" }, mediaType: { kind: "csv" } }],
  [
    handlerKey(null, "application/geo+json"),
    { handler: { kind: "geojson" }, mediaType: { kind: "geojson" } },
  ],
];

interface HandlerRow {
  readonly function: QualifiedName;
  readonly target: QualifiedName;
  readonly mediaType: string;
  readonly binary: boolean;
}

/**
 * Loads the aggregates and functions that return a domain named like a media type. They produce bodies of that type
 * (https://docs.postgrest.org/en/v14/references/api/media_type_handlers.html).
 */
export async function loadMediaHandlers(
  connection: Connection,
  schemas: readonly string[],
): Promise<MediaHandlers> {
  const { rows } = await connection.query<HandlerRow>(sql`
    with media_types as (
      select t.oid, lower(t.typname) as name, t.typname, t.typnamespace,
        t.typbasetype = 'bytea'::regtype as binary
      from pg_catalog.pg_type t
      where t.typbasetype <> 0
        and (t.typname ~ '^[A-Za-z0-9.-]+/[A-Za-z0-9.+-]+$' or t.typname = '*/*')
    )
    select json_build_object('schema', pn.nspname, 'name', p.proname) as function,
      json_build_object('schema', an.nspname, 'name', argument.typname) as target,
      m.name as "mediaType", m.binary
    from media_types m
    join pg_catalog.pg_proc p on p.prorettype = m.oid
    join pg_catalog.pg_namespace pn on pn.oid = p.pronamespace
    join pg_catalog.pg_aggregate a on a.aggfnoid = p.oid
    join pg_catalog.pg_type argument on argument.oid = p.proargtypes[0]
    join pg_catalog.pg_namespace an on an.oid = argument.typnamespace
    where p.pronargs = 1 and pn.nspname = any (${schemas}::text[])
      and (argument.typrelid <> 0 or argument.typname = 'anyelement')
    union all
    select json_build_object('schema', mn.nspname, 'name', m.typname),
      json_build_object('schema', pn.nspname, 'name', p.proname),
      m.name, m.binary
    from media_types m
    join pg_catalog.pg_namespace mn on mn.oid = m.typnamespace
    join pg_catalog.pg_proc p on p.prorettype = m.oid
    join pg_catalog.pg_namespace pn on pn.oid = p.pronamespace
    where p.prokind = 'f' and not p.proretset and pn.nspname = any (${schemas}::text[])`);
  return new Map([...builtInHandlers, ...rows.map(handlerOf)]);
}

function handlerOf(row: HandlerRow): readonly [string, ResolvedHandler] {
  const mediaType = parseMediaType(row.mediaType);
  const takesAnyRow = row.target.schema === "pg_catalog" && row.target.name === "anyelement";
  const target = takesAnyRow ? null : row.target;
  return [
    handlerKey(target, mediaTypeName(mediaType)),
    {
      handler: { kind: "custom", function: row.function, target, binary: row.binary },
      mediaType: mediaType.kind === "any" ? { kind: "octets" } : mediaType,
    },
  ];
}
