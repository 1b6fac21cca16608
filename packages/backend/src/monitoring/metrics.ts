import type { Context, MiddlewareHandler } from "hono";
import { matchedRoutes } from "hono/route";
import {
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type OpenMetricsContentType,
  Registry,
} from "prom-client";
import type { Database, Share } from "../database/port.ts";
import { sql } from "../database/sql.ts";

/** The figures of a process, in the format of OpenMetrics (https://prometheus.io/docs/specs/om/open_metrics_spec). */
export interface Metrics {
  /** Counts the requests and their times. It goes before everything else. */
  readonly observe: MiddlewareHandler;
  /** Reads the figures of the database from now on. */
  watch(database: Database): void;
  readonly contentType: string;
  text(): Promise<string>;
}

export function createMetrics(): Metrics {
  const registry = new Registry<OpenMetricsContentType>();
  registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE);
  // Memory, processor time, the lag of the event loop, garbage collection, handles.
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: "portico_http_request_duration_seconds",
    help: "Requests by wire, route, method and status, and how long they took until the answer began",
    labelNames: ["wire", "route", "method", "status"],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [registry],
  });
  return {
    observe: async (c, next) => {
      const begun = performance.now();
      await next();
      const labels = { ...placeOf(c), method: methodOf(c), status: c.res.status };
      requests.observe(labels, (performance.now() - begun) / 1000);
    },
    watch: (database) => watchDatabase(database, registry),
    contentType: registry.contentType,
    text: () => registry.metrics(),
  };
}

/** Figures never wait long for a database that has other things to do, or is not there. */
const share: Share = { connections: 1, acquireTimeout: 1_000, longest: 2_000 };

function watchDatabase(database: Database, registry: Registry<OpenMetricsContentType>): void {
  const gauge = (name: string, help: string, read?: () => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      ...(read && {
        collect() {
          this.set(read());
        },
      }),
    });
  const { usage } = database;
  if (usage) {
    const name = "portico_database";
    gauge(`${name}_connections`, "Connections of this process", () => usage().connections);
    gauge(`${name}_connections_idle`, "Those of them that do nothing", () => usage().idle);
    gauge(`${name}_waiting`, "How many wait for a connection", () => usage().waiting);
  }
  const mails = gauge("portico_outgoing_messages", "Messages that are to be sent");
  const retried = gauge("portico_outgoing_messages_retried", "Those of them that failed before");
  const limited = database.share(share);
  new Gauge({
    name: "portico_database_size_bytes",
    help: "The size of the database",
    registers: [registry],
    async collect() {
      const figures = await read(limited).catch(() => undefined);
      this.set(figures?.size ?? Number.NaN);
      mails.set(figures?.mails ?? Number.NaN);
      retried.set(figures?.retried ?? Number.NaN);
    },
  });
}

async function read(database: Database) {
  const { rows } = await database.query<{ size: number; mails: number; retried: number }>(sql`
    select pg_database_size(current_database())::float8 as size,
      count(*)::float8 as mails, count(*) filter (where tries > 1)::float8 as retried
    from portico.outgoing_messages`);
  return rows[0];
}

/** Which wire a request went to, and which of its routes. There are only so many of either. */
function placeOf(c: Context): { readonly wire: string; readonly route: string } {
  const [, wire, path = ""] = /^\/(auth|rest|storage|functions)\/v1(\/.*)?$/.exec(c.req.path) ?? [];
  if (!wire) return { wire: "page", route: "other" };
  if (wire === "rest") return { wire, route: restRoute(path) };
  const route = matchedRoutes(c).find(({ path }) => !path.endsWith("*"))?.path;
  return { wire, route: route?.slice(`/${wire}/v1`.length) || "other" };
}

function restRoute(path: string): string {
  if (path === "" || path === "/") return "/";
  return path.startsWith("/rpc/") ? "/rpc/:function" : "/:table";
}

const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

const methodOf = (c: Context) => (methods.has(c.req.method) ? c.req.method : "other");
