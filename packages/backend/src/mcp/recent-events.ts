import type { MiddlewareHandler } from "hono";
import { redact } from "../http/refusals.ts";
import type { Log, LogLevel } from "../log/log.ts";

/** The services of `get_logs` that this server has. */
export type Service =
  | "api"
  | "auth"
  | "edge-function"
  | "edge-function-runtime"
  | "postgres"
  | "realtime"
  | "storage";

/** An entry of the log, as agents get it. */
export interface RecentEvent {
  readonly timestamp: string;
  readonly event_message: string;
  readonly level?: LogLevel;
  readonly [field: string]: string | number | boolean | undefined;
}

interface StoredEvent {
  readonly service: Service;
  readonly isRequest: boolean;
  readonly at: number;
  readonly event: Omit<RecentEvent, "timestamp">;
}

const maxEvents = 1_000;
const maxAgeMs = 60 * 60 * 1_000;
const maxCharacters = 1_000;
const maxFields = 12;

const services: readonly (readonly [string, Service])[] = [
  ["/auth/", "auth"],
  ["/storage/", "storage"],
  ["/realtime/", "realtime"],
  ["/functions/", "edge-function"],
];

/** The latest requests and log messages of a server for development, in memory. */
export class RecentEvents {
  readonly #events: StoredEvent[] = [];

  /** Returns a log that also keeps what is logged, for a service. */
  keeping(log: Log, service: Service): Log {
    const keep = (level: LogLevel, fields: object, message: string) => {
      // Edge Functions write to the log of their wire; the rest of it is about the wire.
      const isOfRuntime = service === "edge-function" && "function" in fields;
      this.#add({
        service: isOfRuntime ? "edge-function-runtime" : service,
        isRequest: false,
        event: { event_message: message.slice(0, maxCharacters), level, ...plain(fields) },
      });
    };
    return {
      error(fields, message) {
        keep("error", fields, message);
        log.error(fields, message);
      },
      warn(fields, message) {
        keep("warn", fields, message);
        log.warn(fields, message);
      },
      info(fields, message) {
        keep("info", fields, message);
        log.info(fields, message);
      },
    };
  }

  /** Keeps each request, without its query and its body, which may contain secrets. */
  readonly observe: MiddlewareHandler = async (c, next) => {
    const begun = performance.now();
    await next();
    const { method } = c.req;
    const path = redact(c.req.path);
    if (path.startsWith("/mcp")) return;
    const { status, headers } = c.res;
    const code =
      headers.get("x-sb-error-code") ?? /error=(\w+)/.exec(headers.get("proxy-status") ?? "")?.[1];
    this.#add({
      service: services.find(([prefix]) => path.startsWith(prefix))?.[1] ?? "api",
      isRequest: true,
      event: {
        event_message: `${method} ${path} ${status}`,
        ...{ method, path, status_code: status },
        duration_ms: Math.round(performance.now() - begun),
        ...(code && { error_code: code.slice(0, 100) }),
      },
    });
  };

  /** Returns the latest events of a service in a period, the newest first. The service `api` has all requests. */
  select({
    service,
    from,
    to,
    count,
  }: {
    readonly service: Service;
    /** Unix time in milliseconds. */
    readonly from: number;
    readonly to: number;
    readonly count: number;
  }): readonly RecentEvent[] {
    this.#removeOld();
    return this.#events
      .filter((event) => event.service === service || (service === "api" && event.isRequest))
      .filter(({ at }) => at >= from && at <= to)
      .slice(-count)
      .reverse()
      .map(({ at, event }) => ({ timestamp: new Date(at).toISOString(), ...event }) as RecentEvent);
  }

  #add(event: Omit<StoredEvent, "at">): void {
    this.#events.push({ ...event, at: Date.now() });
    if (this.#events.length >= 2 * maxEvents) this.#removeOld();
  }

  #removeOld(): void {
    const oldest = Date.now() - maxAgeMs;
    const firstYoung = this.#events.findIndex(({ at }) => at >= oldest);
    const old = firstYoung === -1 ? this.#events.length : firstYoung;
    this.#events.splice(0, Math.max(old, this.#events.length - maxEvents));
  }
}

/** Returns the fields that are short values, and the message of an error without its stack. */
function plain(fields: object): Record<string, string | number | boolean> {
  const result: Record<string, string | number | boolean> = {};
  for (const [name, value] of Object.entries(fields).slice(0, maxFields)) {
    if (value instanceof Error) result["error"] = value.message.slice(0, maxCharacters);
    else if (typeof value === "string") result[name] = value.slice(0, maxCharacters);
    else if (typeof value === "number" || typeof value === "boolean") result[name] = value;
  }
  return result;
}
