import type { Context } from "hono";
import type { Caller } from "../../http/caller.ts";
import { callerKey } from "../../http/caller-key.ts";
import { mountOf } from "../../http/mount.ts";
import { toAnswer } from "../answer.ts";
import type { RestContext } from "../context.ts";
import { preflight } from "../cors.ts";
import { addressTooLong, claimsRefused } from "../errors.ts";
import { MemoryLease } from "../memory-lease.ts";
import { type BodyReading, parseBody } from "../parse/body.ts";
import {
  type ApiRequest,
  bodyReading,
  parseRequest,
  type RawRequest,
  withPayload,
} from "../parse/request.ts";
import { planRequest } from "../plan/plan.ts";
import { RequestBody } from "../request-body.ts";
import { type Answer, respond } from "../respond.ts";
import { run } from "../run.ts";
import type { LoadedSchema } from "../schema-cache/load.ts";
import { send } from "../send.ts";
import type { RestSettings } from "../settings.ts";
import { Timing } from "../timing.ts";
import { checkWriteAccess } from "../write-access.ts";
import type { Endpoint } from "./endpoint.ts";

/** Answers every method of `/`, `/{table}` and `/rpc/{function}`. */
export const resource: Endpoint = async (context, c) => {
  const { schemaCache, budgets, compression, log } = context;
  const { method, headers } = c.req.raw;
  let settings = context.initialSettings;
  const memoryLease = new MemoryLease(budgets.answers);
  const reply = (answer: Answer) => send(c, answer, { memoryLease, settings, compression });
  try {
    const loaded = await schemaCache.current();
    ({ settings } = loaded);
    const allowed = preflight(method, headers, settings.allowedOrigins);
    return allowed ?? (await reply(await handle(context, c, loaded, memoryLease)));
  } catch (error) {
    memoryLease.release();
    return reply(toAnswer(error, settings, log));
  }
};

/** Proxies refuse longer query strings anyway. */
const maxQueryStringLength = 64 * 1024;

/** Handles a request: parse, plan, run, respond. */
async function handle(
  { database, standby, authenticate, budgets, bodyLimit }: RestContext,
  c: Context,
  { settings, cache }: LoadedSchema,
  memoryLease: MemoryLease,
): Promise<Answer> {
  const timing = new Timing();
  const databases = { primary: database, standby };
  const caller = await timing.of("jwt", () => authenticate(c.req.raw));
  refuseOtherAudience(caller, settings);
  const raw = rawRequest(c);
  const requestContext = {
    caller,
    isAnonymous: caller.role === "anon",
    raw,
    cache,
    settings,
    signal: c.req.raw.signal,
    key: callerKey(c, caller),
  };
  const head = await timing.of("parse", async () => parseRequest(raw, settings));
  const respondTo = async (request: ApiRequest) => {
    const plan = await timing.of("plan", async () => planRequest({ request, cache, settings }));
    const result = await timing.of("transaction", () =>
      run(databases, { ...requestContext, request, plan, memoryLease }),
    );
    return timing.of("response", async () =>
      respond(plan, result, {
        request,
        cache,
        settings,
        address: () => settings.proxyAddress ?? mountedAt(c),
      }),
    );
  };
  const respondToBody = async (reading: BodyReading) => {
    const body = new RequestBody(budgets.bodies, bodyLimit);
    const checkAccess = () => checkWriteAccess(database, { ...requestContext, request: head });
    const takes = (size: number) => body.reserve(size);
    try {
      const bytes = await body.read(c, checkAccess);
      const payload = await timing.of("parse", () =>
        parseBody(bytes, { ...reading, reserve: takes }),
      );
      return await respondTo(withPayload(head, payload));
    } finally {
      body.release();
    }
  };
  const reading = bodyReading(head);
  const response = await (reading ? respondToBody(reading) : respondTo(head));
  if (!settings.serverTiming) return response;
  return { ...response, headers: [...response.headers, ["Server-Timing", timing.header]] };
}

/** A token without an audience is valid for every service, and so is an API key (PostgREST, `validAud`). */
function refuseOtherAudience({ claims }: Caller, { audience }: RestSettings): void {
  const audiences = [claims["aud"] ?? []].flat();
  if (audience !== null && audiences.length > 0 && !audiences.includes(audience)) {
    throw claimsRefused("JWT not in audience");
  }
}

function mountedAt(c: Context): URL {
  return new URL(`${mountOf(c)}/`, c.req.url);
}

/** Returns the parts of a request. The path is relative to the mount point. */
function rawRequest(c: Context): RawRequest {
  const request = c.req.raw;
  const withoutOrigin = request.url.slice(request.url.indexOf("/", "https://".length));
  const [address = ""] = withoutOrigin.split("#", 1);
  const queryStart = address.indexOf("?");
  const encodedPath = queryStart < 0 ? address : address.slice(0, queryStart);
  const queryString = queryStart < 0 ? "" : address.slice(queryStart + 1);
  if (queryString.length > maxQueryStringLength) throw addressTooLong(maxQueryStringLength);
  return {
    method: request.method,
    path: encodedPath.slice(mountOf(c).length) || "/",
    queryString,
    headers: request.headers,
  };
}
