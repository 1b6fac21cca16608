import { type Context, Hono } from "hono";
import type { Compression } from "../config/environment/switch.ts";
import { type Database, DatabaseUnavailable } from "../database/port.ts";
import type { Caller } from "../http/caller.ts";
import { callerKey } from "../http/caller-key.ts";
import { mountOf } from "../http/mount.ts";
import { preflight } from "./cors.ts";
import { addressTooLong, claimsRefused, internalError, RestError } from "./errors.ts";
import { MemoryBudget } from "./memory-budget.ts";
import { type BodyReading, parseBody } from "./parse/body.ts";
import {
  type ApiRequest,
  bodyReading,
  parseRequest,
  type RawRequest,
  withPayload,
} from "./parse/request.ts";
import { planRequest } from "./plan/plan.ts";
import { RequestBody } from "./request-body.ts";
import { type Answer, respond, respondError } from "./respond.ts";
import { run } from "./run.ts";
import { keepSchemaCache, type LoadObserver } from "./schema-cache/keeper.ts";
import type { Loaded } from "./schema-cache/load.ts";
import { send } from "./send.ts";
import { largestAnswerOf, type RestConfig, type RestSettings, settingsFrom } from "./settings.ts";
import { fromUnavailable } from "./sqlstate.ts";
import type { StandbyReads } from "./standby-reads.ts";
import { Timing } from "./timing.ts";
import { UnsentAnswer } from "./unsent-answer.ts";
import { checkWriteAccess } from "./write-access.ts";

export { appSettingsOf, type RestConfig } from "./settings.ts";

export interface RestOptions extends Pick<LoadObserver, "onLoad"> {
  readonly database: Database;
  /** A second server, for reads. */
  readonly standby?: StandbyReads | undefined;
  readonly config: RestConfig;
  /**
   * Identifies the caller of a request.
   *
   * @throws {RestError} made by `tokenExpired` and its neighbours in `errors.ts`
   */
  readonly authenticate: (request: Request) => Promise<Caller>;
  /** The role of a request without a token; the default is `anon`. */
  readonly anonymousRole?: string;
  /** The largest body accepted, in bytes; the default is 10 MB. */
  readonly bodyLimit?: number;
  /** Which long answers are compressed; the default is those that cross a network. */
  readonly compression?: Compression;
  /** Called with an unexpected error. The caller receives a generic PGRSTX00 instead. */
  readonly onFailure?: (error: unknown) => void;
}

/** The data wire. */
export interface Rest {
  /** Serves `/`, `/<table>` and `/rpc/<function>` below the path that it is mounted at. */
  readonly app: Hono;
  /** Loads the schema cache before the first request, which would otherwise have to wait for it. */
  prepare(): Promise<void>;
  /** Reloads the schema cache, for example after a migration. */
  reload(): Promise<void>;
  /** Stops listening for `NOTIFY pgrst`. */
  close(): Promise<void>;
}

/**
 * Creates the data wire: PostgREST's HTTP interface to the tables, views and functions of a database
 * (https://docs.postgrest.org/en/v14/). Each request runs in a transaction of its own, as its caller.
 *
 * Requests wait for the first load of the schema cache. If it fails, they receive PGRST002, and the next
 * request tries again.
 */
export function createRest(options: RestOptions): Rest {
  const { database } = options;
  const config = { largest_answer: largestAnswerOf(database.engine), ...options.config };
  const keeper = keepSchemaCache(database, config, options);
  const withoutDatabase = settingsFrom(config);
  const { bodyLimit = defaultBodyLimit, compression = "over-a-network" } = options;
  const budgets = {
    bodies: new MemoryBudget(bodyBudgetBytes),
    answers: new MemoryBudget(1.5 * withoutDatabase.largestAnswer),
  };
  const app = new Hono();
  app.all("*", async (context) => {
    const { raw: request } = context.req;
    let settings = withoutDatabase;
    const newBody = () => new RequestBody(budgets.bodies, bodyLimit);
    const held = new UnsentAnswer(budgets.answers);
    const reply = (answer: Answer) => send(context, answer, { held, settings, compression });
    try {
      const loaded = await keeper.current();
      ({ settings } = loaded);
      const allowed = preflight(request.method, request.headers, settings.allowedOrigins);
      return allowed ?? (await reply(await handle(context, options, loaded, { held, newBody })));
    } catch (error) {
      held.release();
      return reply(respondError(refusal(error, options), settings));
    }
  });
  return {
    app,
    prepare: async () => void (await keeper.current()),
    reload: keeper.reload,
    close: keeper.close,
  };
}

/** Returns the error that the caller receives. */
function refusal(error: unknown, options: RestOptions): RestError {
  if (error instanceof RestError) return error;
  if (error instanceof DatabaseUnavailable) return fromUnavailable(error);
  options.onFailure?.(error);
  return internalError();
}

/** Large enough for any batch insert of a client; PostgREST itself has no limit. */
const defaultBodyLimit = 10 * 1024 * 1024;

/** All long request bodies share this budget. */
const bodyBudgetBytes = 24 * 1024 * 1024;

/** Proxies refuse query strings that are shorter than this. */
const maxQueryStringLength = 64 * 1024;

/** The memory that a request uses for its body and its answer. */
interface Memory {
  readonly held: UnsentAnswer;
  readonly newBody: () => RequestBody;
}

/** Handles a request: parse, plan, run, respond. */
async function handle(
  context: Context,
  options: RestOptions,
  { settings, cache }: Loaded,
  { held, newBody }: Memory,
): Promise<Answer> {
  const timing = new Timing();
  const databases = { primary: options.database, standby: options.standby };
  const caller = await timing.of("jwt", () => options.authenticate(context.req.raw));
  refuseOtherAudience(caller, settings);
  const raw = rawRequest(context);
  const requestContext = {
    caller,
    isAnonymous: caller.role === (options.anonymousRole ?? "anon"),
    raw,
    cache,
    settings,
    signal: context.req.raw.signal,
    key: callerKey(context, caller),
  };
  const head = await timing.of("parse", async () => parseRequest(raw, settings));
  const respondTo = async (request: ApiRequest) => {
    const plan = await timing.of("plan", async () => planRequest({ request, cache, settings }));
    const result = await timing.of("transaction", () =>
      run(databases, { ...requestContext, request, plan, answer: held }),
    );
    return timing.of("response", async () =>
      respond(plan, result, {
        request,
        cache,
        settings,
        address: () => settings.proxyAddress ?? mountedAt(context),
      }),
    );
  };
  const respondToBody = async (reading: BodyReading) => {
    const body = newBody();
    const checkAccess = () =>
      checkWriteAccess(options.database, { ...requestContext, request: head });
    const takes = (size: number) => body.reserve(size);
    try {
      const bytes = await body.read(context, checkAccess);
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

function mountedAt(context: Context): URL {
  return new URL(`${mountOf(context)}/`, context.req.url);
}

/** The parts of a request; the path is relative to the mount point. */
function rawRequest(context: Context): RawRequest {
  const request = context.req.raw;
  const withoutOrigin = request.url.slice(request.url.indexOf("/", "https://".length));
  const [address = ""] = withoutOrigin.split("#", 1);
  const queryStart = address.indexOf("?");
  const encodedPath = queryStart < 0 ? address : address.slice(0, queryStart);
  const queryString = queryStart < 0 ? "" : address.slice(queryStart + 1);
  if (queryString.length > maxQueryStringLength) throw addressTooLong(maxQueryStringLength);
  return {
    method: request.method,
    path: encodedPath.slice(mountOf(context).length) || "/",
    queryString,
    headers: request.headers,
  };
}
