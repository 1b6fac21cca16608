import type { Connection } from "../../database/port.ts";
import { type Sql, sql } from "../../database/sql.ts";
import { nameKey } from "../qualified-name.ts";
import { baseTypes } from "./base-types.ts";
import type { Isolation, Routine } from "./types.ts";

type RoutineRow = Omit<Routine, "isolation" | "settings"> & {
  readonly configuration: readonly string[];
};

/** Loads the functions of the exposed schemas. The search path must be empty. */
export async function loadRoutines(
  connection: Connection,
  schemas: readonly string[],
  hoistedSettings: readonly string[],
): Promise<Routine[]> {
  const { rows } = await connection.query<RoutineRow>(routinesIn(schemas, sql`true`));
  return rows.map(({ configuration, ...routine }) => ({
    ...routine,
    isolation: isolationIn(configuration),
    settings: configuration
      .map((setting) => splitSetting(setting))
      .filter(([name]) => hoistedSettings.includes(name)),
  }));
}

/** Loads the functions that the current role may call, for the OpenAPI document. */
export async function loadCallableRoutines(
  connection: Connection,
  schema: string,
): Promise<Routine[]> {
  const callable = sql`pg_catalog.has_function_privilege(p.oid, 'execute')`;
  const { rows } = await connection.query<RoutineRow>(routinesIn([schema], callable));
  return rows.map(({ configuration: _, ...routine }) => ({
    ...routine,
    isolation: null,
    settings: [],
  }));
}

function routinesIn(schemas: readonly string[], condition: Sql): Sql {
  return sql`
    with ${baseTypes}
    select n.nspname as schema, p.proname as name,
      pg_catalog.obj_description(p.oid, 'pg_proc') as description,
      coalesce(arguments.parameters, '[]') as parameters,
      json_build_object(
        'set', p.proretset,
        'composite', result.typtype = 'c'
          or coalesce(p.proargmodes::text[] && '{t,b,o}', false),
        'type', json_build_object(
          'schema', rn.nspname, 'name', coalesce(rc.relname, result.typname))
      ) as returns,
      case p.provolatile when 'i' then 'immutable' when 's' then 'stable' else 'volatile' end
        as volatility,
      p.provariadic > 0 as variadic,
      coalesce(to_json(p.proconfig), '[]') as configuration
    from pg_catalog.pg_proc p
    join pg_catalog.pg_namespace n on n.oid = p.pronamespace
    left join base_types bt on bt.oid = p.prorettype
    join pg_catalog.pg_type result on result.oid = coalesce(bt.base_type, p.prorettype)
    join pg_catalog.pg_namespace rn on rn.oid = result.typnamespace
    left join pg_catalog.pg_class rc on rc.oid = result.typrelid
    cross join lateral (
      select
        json_agg(json_build_object(
          'name', coalesce(argument.name, ''),
          'type', pg_catalog.format_type(argument.type, null),
          'baseType', pg_catalog.format_type(coalesce(argument_base.base_type, argument.type), null),
          -- A cast to these types would silently truncate a longer value.
          'castType', case pg_catalog.format_type(argument.type, null)
            when 'bit' then 'bit varying'
            when 'bit[]' then 'bit varying[]'
            when 'character' then 'character varying'
            when 'character[]' then 'character varying[]'
            else pg_catalog.format_type(argument.type, null)
          end,
          'required', argument.place <= p.pronargs - p.pronargdefaults,
          'variadic', coalesce(argument.mode = 'v', false)
        ) order by argument.place) as parameters,
        count(*) - count(nullif(argument.name, '')) as unnamed,
        min(argument.type::int8) as single
      from unnest(p.proargtypes::oid[], p.proargnames, p.proargmodes) with ordinality
        as argument(type, name, mode, place)
      left join base_types argument_base on argument_base.oid = argument.type
      where argument.type is not null
    ) as arguments
    where p.prokind = 'f'
      and result.oid <> 'trigger'::regtype
      and n.nspname = any (${schemas}::text[])
      -- Arguments are passed by name. A single unnamed parameter receives the complete body.
      and (arguments.unnamed = 0 or arguments.unnamed = 1 and p.pronargs = 1 and arguments.single in (
        'bytea'::regtype::int8, 'json'::regtype::int8, 'jsonb'::regtype::int8,
        'text'::regtype::int8, 'xml'::regtype::int8))
      and ${condition}`;
}

/** Groups functions by name. Overloads with fewer parameters come first. */
export function routinesByName(routines: readonly Routine[]): Map<string, Routine[]> {
  const sortedRoutines = routines.toSorted(
    (a, b) =>
      a.parameters.length - b.parameters.length ||
      compare(a.description ?? "", b.description ?? "") ||
      compare(parameterSortKey(a), parameterSortKey(b)),
  );
  return Map.groupBy(sortedRoutines, nameKey);
}

function parameterSortKey({ parameters }: Routine): string {
  return parameters.map(({ name, type }) => `${name}\0${type}`).join("\0\0");
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function splitSetting(setting: string): [name: string, value: string] {
  const equals = setting.indexOf("=");
  return [setting.slice(0, equals), setting.slice(equals + 1)];
}

export function isolationIn(configuration: readonly string[]): Isolation | null {
  const level = configuration
    .map(splitSetting)
    .find(([name]) => name === "default_transaction_isolation")?.[1]
    .toLowerCase();
  if (level === undefined) return null;
  return level === "serializable" || level === "repeatable read" ? level : "read committed";
}
