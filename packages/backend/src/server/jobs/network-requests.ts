import { sql } from "../../database/sql.ts";
import { type Rule, sendRequest } from "../../http/outgoing-request.ts";
import { addressHere, apiOriginOf } from "../origins.ts";
import type { Part, ServerContext } from "../part.ts";
import { aMinute, forAll, periodically } from "../periodically.ts";

interface Queued {
  readonly id: number;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, unknown>> | null;
  readonly body: Uint8Array | null;
  readonly timeout: number;
}

/** How many requests are under way at once. */
const mostAtOnce = 20;

/**
 * Sends the requests that SQL queues by `net.http_post` and the like, and records their answers. A request is
 * sent once: one that was under way when the process ended is lost, as with pg_net.
 */
export function createNetworkRequests(
  context: Pick<ServerContext, "config" | "database" | "development" | "options">,
): Part {
  const { config, development, options } = context;
  const { log } = options;
  const database = context.database.share({ connections: 1 });
  const api = new URL(apiOriginOf(config));
  const rule: Rule = {
    allowed: development.isDevelopment ? "this network" : "the internet",
    own: api.origin,
  };
  const running = new Set<Promise<void>>();
  let isClosed = false;

  const addressOf = (url: string) => (development.isDevelopment ? addressHere(url, config) : url);

  const answer = async ({ id, method, url, headers, body, timeout }: Queued) => {
    const { status, type, text, failure, isTimeout, ...received } = await sendRequest(
      {
        method: method.toUpperCase(),
        url: addressOf(url),
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
      values (${id}, ${status}, ${type}, ${JSON.stringify(received.headers ?? null)}::jsonb, ${text},
        ${isTimeout ?? false}, ${failure})`);
  };

  const take = async () => {
    while (!isClosed && running.size < mostAtOnce) {
      const { rows } = await database.query<Queued>(sql`
        with first as (
          select id as first_id from net.http_request_queue order by id
          limit ${mostAtOnce - running.size} for update skip locked)
        delete from net.http_request_queue using first where id = first_id
        returning id, method, url, headers, body, timeout_milliseconds as timeout`);
      if (rows.length === 0) return;
      for (const queued of rows) {
        const sent: Promise<void> = answer(queued)
          .catch((err: unknown) => log.error({ err }, "the answer of a request was not recorded"))
          .finally(() => {
            running.delete(sent);
            wake();
          });
        running.add(sent);
      }
    }
  };

  let current: Promise<void> | undefined;
  let isAsked = false;
  const wake = () => {
    isAsked = true;
    current ??= (async () => {
      while (isAsked && !isClosed) {
        isAsked = false;
        if (await isOurs()) await take();
      }
    })()
      .catch((err: unknown) => log.error({ err }, "the queued requests could not be taken"))
      .finally(() => {
        current = undefined;
      });
  };
  /** A server may have pg_net itself. */
  const isOurs = async () =>
    (await database.query(sql`select where to_regproc('net._queue') is not null`)).rows.length > 0;

  const listening = context.database.listen("portico_net", wake).catch((err: unknown) => {
    log.error({ err }, "queued requests wait for the next minute");
    return async () => {};
  });
  wake();
  const deleteOld = forAll(database, "old answers", aMinute, () =>
    database.query(sql`delete from net._http_response where created < now() - interval '6 hours'`),
  );
  const stop = periodically(
    aMinute,
    async () => {
      wake();
      if (await isOurs()) await deleteOld();
    },
    log,
    "old answers could not be deleted",
  );
  return {
    close: async () => {
      isClosed = true;
      await stop();
      await (await listening)().catch(() => {});
      await current;
      await Promise.all(running);
    },
  };
}
