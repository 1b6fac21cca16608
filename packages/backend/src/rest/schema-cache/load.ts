import type { Database } from "../../database/port.ts";
import { sql } from "../../database/sql.ts";
import { nameKey } from "../qualified-name.ts";
import { type RestConfig, type RestSettings, settingsFrom } from "../settings.ts";
import { loadAuthenticator } from "./authenticator.ts";
import { loadMediaHandlers, loadRepresentations } from "./handlers.ts";
import { loadKeys } from "./keys.ts";
import { loadComputedRelationships, relationshipsOf } from "./relationships.ts";
import { loadRoles } from "./roles.ts";
import { loadRoutines, routinesByName } from "./routines.ts";
import { loadTables } from "./tables.ts";
import type { SchemaCache, Table } from "./types.ts";
import { findViewKeys, loadViews, type ViewKey } from "./views.ts";

/** The effective settings, and the schema cache for them. */
export interface LoadedSchema {
  readonly settings: RestSettings;
  readonly cache: SchemaCache;
}

/** Reads the database's catalogue in one snapshot. */
export function loadSchemaCache(database: Database, config: RestConfig): Promise<LoadedSchema> {
  return database.transaction(
    async (connection) => {
      // With an empty search path, PostgreSQL qualifies every name with its schema.
      await connection.query(sql`select set_config('search_path', '', true)`);
      const authenticator = await loadAuthenticator(connection);
      const settings = settingsFrom(config, authenticator);
      const { schemas } = settings;
      const tables = await loadTables(connection, schemas);
      const views = await loadViews(connection, [...schemas, ...settings.extraSearchPath]);
      const keys = await loadKeys(connection, views.length > 0);
      const computed = await loadComputedRelationships(connection);
      const routines = await loadRoutines(connection, schemas, settings.hoistedSettings);
      const representations = await loadRepresentations(connection);
      const mediaHandlers = await loadMediaHandlers(connection, schemas);
      const roles = await loadRoles(connection, authenticator);
      const viewKeyList = findViewKeys(views, keys, schemas);
      const tablesWithKeys = tables.map((table) => withViewKey(table, viewKeyList));
      return {
        settings,
        cache: {
          tables: new Map(
            tablesWithKeys
              .filter(({ schema }) => schemas.includes(schema))
              .map((table) => [nameKey(table), table]),
          ),
          relationships: relationshipsOf({
            tables: tablesWithKeys,
            foreignKeys: keys.filter((key) => key.kind === "foreign"),
            viewKeys: viewKeyList,
            computed,
            schemas,
          }),
          routines: routinesByName(routines),
          representations,
          mediaHandlers,
          roles,
        },
      };
    },
    { isolation: "repeatable read", readOnly: true },
  );
}

/**
 * Returns a view with the primary key whose columns it selects. If the view selects a column twice, the first one wins.
 */
function withViewKey(table: Table, viewKeyList: readonly ViewKey[]): Table {
  if (!table.isView) return table;
  const primaryKey = viewKeyList
    .filter((key) => key.part === "primary" && nameKey(key.view) === nameKey(table))
    .flatMap((key) => key.columns.flatMap(({ viewColumns }) => viewColumns.slice(0, 1)));
  return { ...table, primaryKey };
}
