import { createHash } from "node:crypto";
import type { Context } from "hono";
import { BodyTooLarge, incomingBody, readBytes } from "../../http/body/body.ts";
import { nestsDeeperThan } from "../../http/body/nesting.ts";
import { parseBearer } from "../../http/caller/bearer.ts";
import { clientAddress } from "../../http/caller/client-address.ts";
import { networkOf } from "../../http/caller/ip-address.ts";
import type { AuthorizationRequest } from "../authorization.ts";
import type { RealtimeContext } from "../context.ts";
import {
  batchTooLarge,
  bodyTooLarge,
  invalidBody,
  RealtimeError,
  tooManyRequests,
  unauthorized,
} from "../errors.ts";
import { maxNestingDepth, type OutgoingMessage } from "../frames/frame.ts";
import { type IdentifiedCaller, identifyCaller } from "../identify-caller.ts";
import type { RollingRate } from "../rolling-rate.ts";
import type { Topic } from "../topic.ts";

/**
 * Identifies the caller by its bearer token, or else by its API key (`plugs/auth_tenant.ex`).
 *
 * @throws {RealtimeError} if the credential is missing or invalid
 */
export async function identifySender(
  context: RealtimeContext,
  c: Context,
): Promise<Omit<AuthorizationRequest, "topic"> & IdentifiedCaller> {
  const authorization = c.req.header("authorization");
  const credential = authorization ? parseBearer(authorization) : c.req.header("apikey");
  if (!credential) throw unauthorized();
  const token = await identifyCaller(context, credential).catch((error: unknown) => {
    throw error instanceof RealtimeError ? unauthorized() : error;
  });
  return { ...token, headers: c.req.header() };
}

/**
 * Returns the key for counting the caller's messages. There is one for the secret key, one per user, and one per
 * network for all other callers. The reference counts all callers together.
 */
export function rateLimitKey(c: Context, { claims }: Pick<IdentifiedCaller, "claims">): string {
  if (claims.role === "service_role") return "service_role";
  const { sub } = claims;
  if (typeof sub === "string" && sub !== "") return `user ${hashSubject(sub)}`;
  const address = clientAddress(c);
  return address === undefined ? "unknown" : `network ${networkOf(address)}`;
}

/** Bounds the size of the key, because third-party tokens may have a long subject. */
const hashSubject = (subject: string) => createHash("sha256").update(subject).digest("base64");

/**
 * Counts the messages of a request and sets the rate headers of the response (`plugs/rate_limiter.ex`).
 *
 * @throws {RealtimeError} if the caller has sent too many
 */
export function enforceRateLimit(
  c: Context,
  rate: RollingRate,
  limit: number,
  messageCount = 1,
): void {
  const perSecond = Math.trunc(rate.perSecond);
  c.header("x-rate-rolling", String(perSecond));
  c.header("x-rate-limit", String(limit));
  c.header("x-rate-limit-remaining", String(Math.max(0, limit - perSecond)));
  if (perSecond >= limit) throw tooManyRequests();
  if (perSecond + messageCount > limit) throw batchTooLarge();
  rate.add(messageCount);
}

/** @throws {RealtimeError} if the body is larger than the limit */
export async function readBody(c: Context, limitBytes: number): Promise<Buffer> {
  try {
    return Buffer.from(await readBytes(incomingBody(c), limitBytes, 2));
  } catch (error) {
    throw error instanceof BodyTooLarge ? bodyTooLarge() : error;
  }
}

/**
 * Parses a JSON body. Returns an empty object for an empty body.
 *
 * @throws {RealtimeError} if the body is not JSON or nests too deeply
 */
export function parseJsonBody(body: Buffer): unknown {
  if (body.length === 0) return {};
  const text = body.toString();
  if (nestsDeeperThan(maxNestingDepth, text)) throw invalidBody();
  try {
    return JSON.parse(text);
  } catch {
    throw invalidBody();
  }
}

/** Publishes a message to the channels of all processes. */
export async function publish(
  { bus, hub }: RealtimeContext,
  topic: Topic,
  message: OutgoingMessage,
): Promise<void> {
  await bus.open();
  hub.publish(topic, message);
  bus.publish({ kind: "broadcast", topic, message });
}
