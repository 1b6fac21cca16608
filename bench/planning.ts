/** What reading a request and planning it cost apart from all else, and what is remembered of it. */
import { randomUUID } from "node:crypto";
import { createLog, startServer } from "../packages/backend/src/index.ts";
import { parseRequest, type RawRequest } from "../packages/backend/src/rest/parse/request.ts";
import { planRequest } from "../packages/backend/src/rest/plan/plan.ts";
import { loadSchemaCache } from "../packages/backend/src/rest/schema-cache/load.ts";
import { statementOf } from "../packages/backend/src/rest/sql/statement.ts";
import { print } from "./measure.ts";

const times = 20_000;

export async function planning(): Promise<void> {
  const server = await startServer({
    project: new URL("project", import.meta.url).pathname,
    host: "127.0.0.1",
    port: 0,
    storage: { memory: true },
    env: {},
    log: createLog(),
  });
  const { cache, settings } = await loadSchemaCache(server.database, server.config.api);
  await server.close();

  const shapes: Record<string, () => string> = {
    "ten rows": () => "select=*&order=created_at.desc&limit=10",
    "one row by its key, another each time": () => `select=*&id=eq.${randomUUID()}`,
    "two levels embedded": () => "select=id,title,boards(id,name),comments(id,text)&limit=3",
    "a shape that was never seen": () =>
      `select=id,title,x${randomUUID().slice(0, 8)}:body&limit=3`,
  };
  for (const [name, queryString] of Object.entries(shapes)) {
    const spent = { parse: 0, plan: 0, sql: 0 };
    for (let time = -times / 10; time < times; time++) {
      const raw = rawRequest(queryString());
      const start = performance.now();
      const request = parseRequest(raw, settings);
      const parsed = performance.now();
      const plan = planRequest({ request, cache, settings });
      const planned = performance.now();
      if (plan.kind !== "read") throw new Error("It reads.");
      const statement = statementOf(plan, request, settings);
      if (statement.text === "") throw new Error("There is a statement.");
      const written = performance.now();
      if (time < 0) continue;
      spent.parse += parsed - start;
      spent.plan += planned - parsed;
      spent.sql += written - planned;
    }
    const each = (total: number) => ((total / times) * 1000).toFixed(1);
    print(
      `${name}: read in ${each(spent.parse)} µs, planned in ${each(spent.plan)} µs, ` +
        `written as SQL in ${each(spent.sql)} µs`,
    );
  }
}

function rawRequest(queryString: string): RawRequest {
  return {
    method: "GET",
    path: "/cards",
    queryString,
    headers: new Headers({ accept: "application/json" }),
  };
}
