import type { Context } from "hono";
import type { Caller } from "../../http/caller/caller.ts";
import { callerKey, networkOfCaller } from "../../http/caller/caller-key.ts";
import { mountOf } from "../../http/mount.ts";
import { toErrorResponse } from "../answer.ts";
import type { RestContext } from "../context.ts";
import { createPreflightResponse } from "../cors.ts";
import { claimsRefused, queryStringTooLong } from "../errors.ts";
import { createHttpResponse } from "../http-response.ts";
import { MemoryLease } from "../memory-lease.ts";
import { type BodyOptions, parseBody } from "../parse/body.ts";
import {
  type ApiRequest,
  bodyOptionsOf,
  parseRequest,
  type RawRequest,
  withPayload,
} from "../parse/request.ts";
import { planRequest } from "../plan/plan.ts";
import { RequestBody } from "../request-body.ts";
import { createResponse, type RestResponse } from "../response.ts";
import { withRoleOf } from "../role-claim.ts";
import { runPlan } from "../run-plan.ts";
import type { LoadedSchema } from "../schema-cache/load.ts";
import type { RestSettings } from "../settings.ts";
import { Timing } from "../timing.ts";
import { checkWriteAccess } from "../write-access.ts";
import type { Endpoint } from "./endpoint.ts";

/** Handles every method of `/`, `/{table}` and `/rpc/{function}`. */
export const resource: Endpoint = async (context, c) => {
  const { schemaCache, budgets, compression, log } = context;
  const { method, headers } = c.req.raw;
  let settings = context.initialSettings;
  const memoryLease = new MemoryLease(budgets.responses);
  const reply = (response: RestResponse) =>
    createHttpResponse(c, response, { memoryLease, settings, compression });
  try {
    const loaded = await schemaCache.current();
    ({ settings } = loaded);
    const preflightResponse = createPreflightResponse(method, headers, settings.allowedOrigins);
    return preflightResponse ?? (await reply(await handle(context, c, loaded, memoryLease)));
  } catch (error) {
    memoryLease.release();
    return reply(toErrorResponse(error, settings, log));
  }
};

/** Proxies usually refuse longer query strings. */
const maxQueryStringLength = 64 * 1024;

/** Handles a request: parse, plan, run, respond. */
async function handle(
  { database, standby, authenticate, budgets, bodyLimit }: RestContext,
  c: Context,
  { settings, cache }: LoadedSchema,
  memoryLease: MemoryLease,
): Promise<RestResponse> {
  const timing = new Timing();
  const databases = { primary: database, standby };
  const authenticated = await timing.measure("jwt", () => authenticate(c.req.raw));
  const caller = withRoleOf(authenticated, settings.roleClaim);
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
    network: networkOfCaller(c),
  };
  const head = await timing.measure("parse", async () => parseRequest(raw, settings));
  const respondTo = async (request: ApiRequest) => {
    const plan = await timing.measure("plan", async () =>
      planRequest({ request, cache, settings }),
    );
    const result = await timing.measure("transaction", () =>
      runPlan(databases, { ...requestContext, request, plan, memoryLease }),
    );
    return timing.measure("response", async () =>
      createResponse(plan, result, {
        request,
        cache,
        settings,
        publicUrl: () => settings.proxyAddress ?? mountUrl(c),
      }),
    );
  };
  const respondToBody = async (options: BodyOptions) => {
    const body = new RequestBody(budgets.bodies, bodyLimit);
    const checkAccess = () => checkWriteAccess(database, { ...requestContext, request: head });
    const reserve = (size: number) => body.reserve(size);
    try {
      const bytes = await body.read(c, checkAccess);
      const payload = await timing.measure("parse", () =>
        parseBody(bytes, { ...options, reserve }),
      );
      return await respondTo(withPayload(head, payload));
    } finally {
      body.release();
    }
  };
  const bodyOptions = bodyOptionsOf(head);
  const response = await (bodyOptions ? respondToBody(bodyOptions) : respondTo(head));
  if (!settings.serverTiming) return response;
  return { ...response, headers: [...response.headers, ["Server-Timing", timing.header]] };
}

/** Refuses a token for another audience. Like PostgREST (`validAud`), accepts a token that names no audience. */
function refuseOtherAudience({ claims }: Caller, { audience }: RestSettings): void {
  const audiences = [claims["aud"] ?? []].flat();
  if (audience !== null && audiences.length > 0 && !audiences.includes(audience)) {
    throw claimsRefused("JWT not in audience");
  }
}

function mountUrl(c: Context): URL {
  return new URL(`${mountOf(c)}/`, c.req.url);
}

/** Returns the parts of a request that the parser reads. The path is relative to the mount point. */
function rawRequest(c: Context): RawRequest {
  const request = c.req.raw;
  const withoutOrigin = request.url.slice(request.url.indexOf("/", "https://".length));
  const [target = ""] = withoutOrigin.split("#", 1);
  const queryStart = target.indexOf("?");
  const encodedPath = queryStart < 0 ? target : target.slice(0, queryStart);
  const queryString = queryStart < 0 ? "" : target.slice(queryStart + 1);
  if (queryString.length > maxQueryStringLength) throw queryStringTooLong(maxQueryStringLength);
  return {
    method: request.method,
    path: encodedPath.slice(mountOf(c).length) || "/",
    queryString,
    headers: request.headers,
  };
}
