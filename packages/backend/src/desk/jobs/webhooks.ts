import type { Connection } from "../../database/port.ts";
import { sql } from "../../database/sql.ts";
import { hasTable } from "../has-table.ts";

/** A trigger that sends each row to a URL. */
export interface Webhook {
  readonly schema: string;
  readonly table: string;
  readonly name: string;
  readonly method: string | null;
  readonly url: string | null;
  readonly isEnabled: boolean;
  /** The number of requests that it has sent. */
  readonly sent: number;
}

/** A request that a webhook or `net.http_*` has sent, with its response. */
export interface WebRequest {
  readonly id: number;
  /** The webhook that sent the request, or null if `net.http_*` sent it. */
  readonly webhook: string | null;
  /** The status of the response, or null without a response. */
  readonly status: number | null;
  readonly error: string | null;
  readonly isTimeout: boolean;
  readonly body: string | null;
  readonly at: Date;
}

/** The webhooks and their requests. */
export interface Webhooks {
  readonly webhooks: readonly Webhook[];
  /** The number of requests that have not been sent yet. */
  readonly waiting: number;
  /** The requests, the newest first. */
  readonly requests: readonly WebRequest[];
}

const maxWebhooks = 200;
const maxRequests = 50;
const maxBodyCharacters = 1_000;
const maxTextCharacters = 500;

/** Returns the webhooks of the project, or undefined without pg_net. */
export async function loadWebhooks(database: Connection): Promise<Webhooks | undefined> {
  if (!(await hasTable(database, "net._http_response"))) return undefined;
  const [triggers, waiting, requests] = await database.batch<
    [
      Omit<Webhook, "method" | "url"> & { readonly args: Uint8Array },
      { readonly count: number },
      WebRequest,
    ]
  >([
    sql`
      select n.nspname as schema, c.relname as table, t.tgname as name, t.tgargs as args,
        t.tgenabled <> 'D' as "isEnabled",
        (select count(*) from supabase_functions.hooks as hook
          where hook.hook_table_id = c.oid::bigint and hook.hook_name = t.tgname)::float8 as sent
      from pg_catalog.pg_trigger as t
      join pg_catalog.pg_class as c on c.oid = t.tgrelid
      join pg_catalog.pg_namespace as n on n.oid = c.relnamespace
      where t.tgfoid = to_regprocedure('supabase_functions.http_request()') and not t.tgisinternal
      order by n.nspname, c.relname, t.tgname limit ${maxWebhooks}`,
    sql`select count(*)::float8 as count from net.http_request_queue`,
    sql`
      select response.id::float8 as id, hook.hook_name as webhook, response.status_code as status,
        left(response.error_msg, ${maxTextCharacters}) as error,
        coalesce(response.timed_out, false) as "isTimeout",
        left(response.content, ${maxBodyCharacters}) as body, response.created as at
      from net._http_response as response
      left join supabase_functions.hooks as hook on hook.request_id = response.id
      order by response.created desc, response.id desc limit ${maxRequests}`,
  ]);
  return {
    webhooks: triggers.rows.map(({ args, ...webhook }) => {
      const [url, method] = argumentsOf(args);
      return { ...webhook, url: url ?? null, method: method ?? null };
    }),
    waiting: waiting.rows[0]?.count ?? 0,
    requests: requests.rows,
  };
}

/**
 * Returns the URL and the method in a trigger's arguments, which each end with a zero byte. The headers may be secret.
 */
function argumentsOf(args: Uint8Array): (string | undefined)[] {
  const texts = new TextDecoder().decode(args).split("\0");
  return texts.slice(0, 2).map((text) => text.slice(0, maxTextCharacters));
}
