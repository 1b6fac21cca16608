import type { Context } from "hono";
import { DatabaseError } from "../../database/errors.ts";
import { type AuthorizationRequest, canWrite } from "../authorization.ts";
import type { RealtimeContext } from "../context.ts";
import {
  fieldTooLong,
  payloadTooLarge,
  policyFailed,
  unsupportedMediaType,
  writeForbidden,
} from "../errors.ts";
import { UserPayload } from "../frames/frame.ts";
import { requireStorable, storeMessage } from "../messages/stored-messages.ts";
import { maxNameLength, type Topic } from "../topic.ts";
import {
  enforceRateLimit,
  identifySender,
  parseJsonBody,
  publish,
  rateLimitKey,
  readBody,
} from "./broadcast-request.ts";
import type { Endpoint } from "./endpoint.ts";

/**
 * `POST /api/broadcast/{topic}/events/{event}`: publishes the body, JSON or binary, as the payload of one message.
 *
 * Source: supabase/realtime (`lib/realtime_web/controllers/broadcast_single_controller.ex`).
 */
export const broadcastOne: Endpoint = async (context, c) => {
  const { limits, httpRates } = context;
  const encoding = parseEncoding(c);
  const caller = await identifySender(context, c);
  enforceRateLimit(c, httpRates.get(rateLimitKey(c, caller)), limits.httpMessagesPerSecond);
  const body = await readBody(c, limits.bodyBytes);
  const name = c.req.param("topic") ?? "";
  const event = c.req.param("event") ?? "";
  const isPrivate = c.req.query("private") === "true";
  const isStored = readPersist(c, { name, isPrivate });
  if (name.length > maxNameLength) throw fieldTooLong("topic");
  if (event.length > maxNameLength) throw fieldTooLong("event");
  const content = encoding === "json" ? Buffer.from(JSON.stringify(toObject(body))) : body;
  if (content.length > limits.payloadBytes) throw payloadTooLarge();
  if (isPrivate && !(await canBroadcast(context, { ...caller, topic: name }))) {
    throw writeForbidden();
  }
  const payload = new UserPayload(event, encoding, content);
  if (isStored) await storeMessage(context, name, payload);
  else await publish(context, { name, isPrivate }, { event: "broadcast", payload });
  return c.body(null, 202);
};

/**
 * Returns whether the request asks to store the message for replay.
 *
 * @throws {RealtimeError} if it cannot be stored
 */
function readPersist(c: Context, topic: Topic): boolean {
  const { persist, "persist[ttl]": ttl } = c.req.query();
  if (persist === undefined && ttl === undefined) return false;
  requireStorable(topic, ttl);
  return persist === "true";
}

/** @throws {RealtimeError} if a policy fails */
async function canBroadcast(context: RealtimeContext, request: AuthorizationRequest) {
  return canWrite(context, request, "broadcast").catch((error: unknown) => {
    if (!(error instanceof DatabaseError)) throw error;
    context.log.error({ err: error }, "a policy of realtime.messages failed");
    throw policyFailed();
  });
}

/** Parses a JSON body as Plug does: a value that is not an object becomes the field `_json` of an object. */
function toObject(body: Buffer): unknown {
  const value = parseJsonBody(body);
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return isObject ? value : { _json: value };
}

/** @throws {RealtimeError} for an unsupported media type */
function parseEncoding(c: Context): "json" | "binary" {
  const [type] = (c.req.header("content-type") ?? "application/json").split(";");
  switch (type?.trim().toLowerCase()) {
    case "application/json":
      return "json";
    case "application/octet-stream":
      return "binary";
    default:
      throw unsupportedMediaType();
  }
}
