import { sql } from "../../database/sql.ts";
import { loadDiagram } from "../catalog/diagram.ts";
import { loadEnums } from "../catalog/enums.ts";
import { loadRelations } from "../catalog/relations.ts";
import { loadStructure } from "../catalog/structure.ts";
import type { DataEndpoint } from "./endpoint.ts";

/** Completion for more tables would not be useful. */
const maxRelations = 2_000;

/** `GET /status`: returns what the page shows on every screen. */
export const getStatus: DataEndpoint = async (context, c) => {
  const { database, projectName, isExposed, recentRequests, project } = context;
  const { rows } = await database.query<{ readonly version: string; readonly roles: string[] }>(sql`
    select current_setting('server_version') as version,
      array(select rolname::text from pg_catalog.pg_roles
        where rolname !~ '^pg_' and rolname <> 'authenticator'
          and pg_catalog.pg_has_role('authenticator', oid, 'member')
        order by rolname) as roles`);
  const [server] = rows;
  return c.json({
    project: projectName,
    engine: database.engine,
    version: server?.version,
    roles: server?.roles,
    features: [
      ...(recentRequests ? ["requests"] : []),
      ...(isExposed ? [] : ["why"]),
      ...(project === undefined ? [] : ["folder", "server"]),
    ],
  });
};

/** `GET /relations`: lists the schemas, tables and views. */
export const getRelations: DataEndpoint = async ({ database }, c) =>
  c.json(await loadRelations(database));

/** `GET /names`: lists the columns of each table and view, for completion. */
export const getNames: DataEndpoint = async ({ database }, c) => {
  const { rows } = await database.query<{ readonly names: unknown }>(sql`
    select coalesce(json_object_agg(nspname || '.' || relname, columns), '{}') as names
    from (
      select n.nspname, c.relname, json_agg(a.attname order by a.attnum) as columns
      from pg_catalog.pg_class c
      join pg_catalog.pg_namespace n on n.oid = c.relnamespace
      join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relkind in ('r', 'p', 'v', 'm', 'f') and n.nspname !~ '^pg_(temp|toast)'
        and n.nspname not in ('pg_catalog', 'information_schema')
      group by n.nspname, c.relname limit ${maxRelations}
    ) as listed`);
  return c.json({ names: rows[0]?.names });
};

/** `GET /relations/:schema/:name`: returns the structure of a table or view. */
export const getStructure: DataEndpoint = async ({ database }, c) =>
  c.json(await loadStructure(database, c.req.param("schema") ?? "", c.req.param("name") ?? ""));

/** `GET /enums`: returns the project's enums. */
export const getEnums: DataEndpoint = async ({ database }, c) =>
  c.json({ enums: await loadEnums(database) });

/** `GET /diagram/:schema`: returns the tables of a schema with their columns and foreign keys. */
export const getDiagram: DataEndpoint = async ({ database }, c) =>
  c.json(await loadDiagram(database, c.req.param("schema") ?? ""));
