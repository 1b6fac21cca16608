import type { Connection, Database } from "../port.ts";
import { sql } from "../sql.ts";
import { canWriteAsAuthAdmin } from "./role.ts";

/** A function of the project that runs when the auth wire writes. */
export interface TriggerFunction {
  /** The name with schema and parentheses, as PostgreSQL writes it in an error's context. */
  readonly name: string;
  readonly isDefiner: boolean;
  readonly hasSearchPath: boolean;
}

/** An SQL condition: whether a row of `pg_namespace` is one of the backend's schemas rather than the project's. */
export const isSystemSchema = sql`nspname in
  ('auth', 'portico', 'realtime', 'storage', 'net', 'supabase_functions')`;

/** An SQL condition: whether a row of `pg_proc` sets its own search path. */
export const setsSearchPathSql = sql`exists (
  select from unnest(proconfig) as setting where setting like 'search_path=%')`;

/**
 * Returns the project's trigger functions on the tables of `auth`, and on the tables that PostgreSQL changes with them
 * because of a foreign key (`on delete cascade`). Returns undefined if there are none, or if this server cannot run
 * them as the hosted service does.
 */
export async function loadTriggerFunctions(
  connection: Connection,
): Promise<readonly TriggerFunction[] | undefined> {
  const { rows } = await connection.query<TriggerFunction>(sql`
    with recursive written (relation) as (
      select oid from pg_class where relnamespace = to_regnamespace('auth')
      union
      select conrelid from pg_constraint join written on confrelid = relation
      where contype = 'f' and (confdeltype in ('c', 'n', 'd') or confupdtype in ('c', 'n', 'd'))
    )
    select distinct format('%I.%I()', nspname, proname) as name, prosecdef as "isDefiner",
      ${setsSearchPathSql} as "hasSearchPath"
    from pg_trigger
      join written on relation = tgrelid
      join pg_proc on pg_proc.oid = tgfoid
      join pg_namespace on pg_namespace.oid = pronamespace
    where not tgisinternal and tgenabled in ('O', 'A') and not ${isSystemSchema}
      and ${canWriteAsAuthAdmin}`);
  return rows.length > 0 ? rows : undefined;
}

/** The project's trigger functions on `auth`, kept up to date while the schema changes. */
export interface TriggerFunctions {
  /** Returns the result of {@link loadTriggerFunctions}, which is loaded again after the schema has changed. */
  current(): Promise<readonly TriggerFunction[] | undefined>;
  /** Stops listening. */
  close(): Promise<void>;
}

export function watchTriggerFunctions(database: Database): TriggerFunctions {
  let functions: Promise<readonly TriggerFunction[] | undefined> | undefined;
  let listening: Promise<() => Promise<void>> | undefined;
  const load = async () => {
    // Listen before the first load, so that no change is missed in between.
    listening ??= database.listen("pgrst", () => {
      functions = undefined;
    });
    await listening.catch((error: unknown) => {
      listening = undefined;
      throw error;
    });
    return loadTriggerFunctions(database);
  };
  return {
    current: () => {
      if (functions) return functions;
      const loading = load();
      functions = loading;
      loading.catch(() => {
        if (functions === loading) functions = undefined;
      });
      return loading;
    },
    close: async () => {
      const stop = await listening?.catch(() => undefined);
      await stop?.();
    },
  };
}
