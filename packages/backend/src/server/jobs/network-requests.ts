import { sql } from "../../database/sql.ts";
import { type AddressRule, sendRequest } from "../../http/outgoing-request.ts";
import type { ServerOptions } from "../options.ts";
import { apiOriginOf, resolveContainerUrl } from "../origins.ts";
import type { Part, ServerContext } from "../part.ts";
import { minuteMs, oncePerInterval, runPeriodically } from "../periodically.ts";

interface QueuedRequest {
  readonly id: number;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, unknown>> | null;
  readonly body: Uint8Array | null;
  readonly timeout: number;
}

/** How many requests run at the same time. */
const maxConcurrent = 20;

/**
 * Sends the requests that SQL queues with `net.http_post` and similar functions, and stores the responses. A request is
 * sent at most once. If the process ends during a request, the request is lost, as with pg_net.
 */
export function createNetworkRequests(
  context: Pick<ServerContext, "config" | "database" | "development"> & {
    readonly options: Pick<ServerOptions, "log">;
  },
): Part {
  const { config, development, options } = context;
  const { log } = options;
  const database = context.database.withLimits({ connections: 1 });
  const api = new URL(apiOriginOf(config));
  const rule: AddressRule = {
    allowed: development.isDevelopment ? "this network" : "the internet",
    own: api.origin,
  };
  const running = new Set<Promise<void>>();
  let isClosed = false;

  const resolveUrl = (url: string) =>
    development.isDevelopment ? resolveContainerUrl(url, config) : url;

  const sendQueued = async ({ id, method, url, headers, body, timeout }: QueuedRequest) => {
    const { status, type, text, failure, isTimeout, ...response } = await sendRequest(
      {
        method: method.toUpperCase(),
        url: resolveUrl(url),
        headers: Object.fromEntries(
          Object.entries(headers ?? {}).map(([name, value]) => [name, String(value)]),
        ),
        body: body ?? undefined,
        timeout,
      },
      rule,
    );
    await database.query(sql`
      insert into net._http_response
        (id, status_code, content_type, headers, content, timed_out, error_msg)
      values (${id}, ${status}, ${type}, ${JSON.stringify(response.headers ?? null)}::jsonb, ${text},
        ${isTimeout ?? false}, ${failure})`);
  };

  const sendAllQueued = async () => {
    while (!isClosed && running.size < maxConcurrent) {
      const { rows } = await database.query<QueuedRequest>(sql`
        with first as (
          select id as first_id from net.http_request_queue order by id
          limit ${maxConcurrent - running.size} for update skip locked)
        delete from net.http_request_queue using first where id = first_id
        returning id, method, url, headers, body, timeout_milliseconds as timeout`);
      if (rows.length === 0) return;
      for (const request of rows) {
        const delivery: Promise<void> = sendQueued(request)
          .catch((err: unknown) =>
            log.error({ err }, "the response of a queued request was not stored"),
          )
          .finally(() => {
            running.delete(delivery);
            wake();
          });
        running.add(delivery);
      }
    }
  };

  let currentRun: Promise<void> | undefined;
  let isWakePending = false;
  const wake = () => {
    isWakePending = true;
    currentRun ??= (async () => {
      while (isWakePending && !isClosed) {
        isWakePending = false;
        if (await isInstalled()) await sendAllQueued();
      }
    })()
      .catch((err: unknown) => log.error({ err }, "the queued requests could not be taken"))
      .finally(() => {
        currentRun = undefined;
        // `wake` may have been called after the loop ended, while `currentRun` was still set.
        if (isWakePending && !isClosed) wake();
      });
  };
  /** Returns whether Portico's own `net` schema is installed: a PostgreSQL server may have pg_net itself. */
  const isInstalled = async () =>
    (await database.query(sql`select where to_regproc('net._queue') is not null`)).rows.length > 0;

  const listening = context.database.listen("portico_net", wake).catch((err: unknown) => {
    log.error({ err }, "queued requests wait for the next minute");
    return async () => {};
  });
  // Check the queue as soon as the backend listens, because it was not notified of requests that were queued earlier.
  listening.then(wake);
  const deleteOldResponses = oncePerInterval(database, "old answers", minuteMs, () =>
    database.query(sql`delete from net._http_response where created < now() - interval '6 hours'`),
  );
  const stop = runPeriodically(
    minuteMs,
    async () => {
      wake();
      if (await isInstalled()) await deleteOldResponses();
    },
    log,
    "old answers could not be deleted",
  );
  return {
    close: async () => {
      isClosed = true;
      await stop();
      await (await listening)().catch(() => {});
      await currentRun;
      await Promise.all(running);
    },
  };
}
