import { type Context, Hono } from "hono";
import type { Compression } from "../config/environment/switch.ts";
import { type Database, DatabaseUnavailable } from "../database/port.ts";
import { callerKey } from "../http/caller-key.ts";
import { mountOf } from "../http/mount.ts";
import type { Caller } from "./caller.ts";
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

export type { Caller } from "./caller.ts";
export { appSettingsOf, type RestConfig } from "./settings.ts";

export interface RestOptions extends Pick<LoadObserver, "onLoad"> {
  readonly database: Database;
  /** A second server, for reads. */
  readonly standby?: StandbyReads | undefined;
  readonly config: RestConfig;
  /**
   * Identifies the caller.
   *
   * @throws {RestError} made by `tokenExpired` and its neighbours in `errors.ts`
   */
  readonly authenticate: (request: Request) => Promise<Caller>;
  /** The role of a request without a token; `anon` when left out. */
  readonly anonymousRole?: string;
  /** The largest body accepted, in bytes; 10 MB when left out. */
  readonly bodyLimit?: number;
  /** Which long answers are compressed; when left out, those that cross a network. */
  readonly compression?: Compression;
  /** Called with a failure of the program itself. The caller does not see its details. */
  readonly onFailure?: (error: unknown) => void;
}

/** The data wire. */
export interface Rest {
  /** Serves `/`, `/<table>` and `/rpc/<function>` below the path that it is mounted at. */
  readonly app: Hono;
  /** Loads the database's schema ahead of the first request, which would load it otherwise. */
  prepare(): Promise<void>;
  /** Loads the database's schema again, as after a migration. */
  reload(): Promise<void>;
  /** Stops listening for `NOTIFY pgrst`. */
  close(): Promise<void>;
}

/**
 * Makes the data wire: PostgREST's HTTP interface to the tables, views and functions of a database
 * (https://docs.postgrest.org/en/v14/). Each request runs in a transaction of its own, as its caller.
 *
 * Requests wait for the first load of the schema. If it fails, they are answered with PGRST002, and each
 * request tries the load again.
 */
export function createRest(options: RestOptions): Rest {
  const { database } = options;
  const config = { largest_answer: largestAnswerOf(database.engine), ...options.config };
  const keeper = keepSchemaCache(database, config, options);
  const withoutDatabase = settingsFrom(config);
  const { bodyLimit = largestBody, compression = "over-a-network" } = options;
  const budgets = {
    bodies: new MemoryBudget(budgetForBodies),
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

/** The error as the caller sees it. */
function refusal(error: unknown, options: RestOptions): RestError {
  if (error instanceof RestError) return error;
  if (error instanceof DatabaseUnavailable) return fromUnavailable(error);
  options.onFailure?.(error);
  return internalError();
}

/** Enough for any batch of rows that clients send at once; PostgREST itself has no limit. */
const largestBody = 10 * 1024 * 1024;

/** In bytes, of all long bodies together. */
const budgetForBodies = 24 * 1024 * 1024;

/** Longer than any proxy in front lets through. */
const longestQueryString = 64 * 1024;

/** The memory that a request takes for its body and for its answer. */
interface Memory {
  readonly held: UnsentAnswer;
  readonly newBody: () => RequestBody;
}

/** Takes a request through all stages: parse, plan, run, respond. */
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
  const asked = {
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
      run(databases, { ...asked, request, plan, answer: held }),
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
    const inVain = () => checkWriteAccess(options.database, { ...asked, request: head });
    const takes = (size: number) => body.takes(size);
    try {
      const bytes = await body.read(context, inVain);
      const payload = await timing.of("parse", () => parseBody(bytes, { ...reading, takes }));
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

/** A token without an audience is for every service, and so is a key (PostgREST, `validAud`). */
function refuseOtherAudience({ claims }: Caller, { audience }: RestSettings): void {
  const named = [claims["aud"] ?? []].flat();
  if (audience !== null && named.length > 0 && !named.includes(audience)) {
    throw claimsRefused("JWT not in audience");
  }
}

function mountedAt(context: Context): URL {
  return new URL(`${mountOf(context)}/`, context.req.url);
}

/** The parts of a request; the path is relative to the mount point. */
function rawRequest(context: Context): RawRequest {
  const request = context.req.raw;
  const afterOrigin = request.url.slice(request.url.indexOf("/", "https://".length));
  const [address = ""] = afterOrigin.split("#", 1);
  const question = address.indexOf("?");
  const whole = question < 0 ? address : address.slice(0, question);
  const queryString = question < 0 ? "" : address.slice(question + 1);
  if (queryString.length > longestQueryString) throw addressTooLong(longestQueryString);
  return {
    method: request.method,
    path: whole.slice(mountOf(context).length) || "/",
    queryString,
    headers: request.headers,
  };
}
