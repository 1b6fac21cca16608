import { sql } from "../../database/sql.ts";
import { loadRelations } from "../catalog/relations.ts";
import { loadStructure } from "../catalog/structure.ts";
import type { Endpoint } from "./endpoint.ts";

/** `GET /status`: what the page shows in its frame. */
export const getStatus: Endpoint = async ({ database, projectName }, c) => {
  const { rows } = await database.query<{ readonly version: string; readonly roles: string[] }>(sql`
    select current_setting('server_version') as version,
      array(select rolname::text from pg_catalog.pg_roles
        where rolname !~ '^pg_' and rolname <> 'authenticator'
          and pg_catalog.pg_has_role('authenticator', oid, 'member')
        order by rolname) as roles`);
  const [found] = rows;
  return c.json({
    project: projectName,
    engine: database.engine,
    version: found?.version,
    roles: found?.roles,
  });
};

/** `GET /relations`: the schemas, tables and views. */
export const getRelations: Endpoint = async ({ database }, c) =>
  c.json(await loadRelations(database));

/** `GET /relations/:schema/:name`: the structure of a table or view. */
export const getStructure: Endpoint = async ({ database }, c) =>
  c.json(await loadStructure(database, c.req.param("schema") ?? "", c.req.param("name") ?? ""));
