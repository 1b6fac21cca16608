import { createHash } from "node:crypto";
import type { Context } from "hono";
import { arriving, BodyTooLarge, readBytes } from "../../http/body.ts";
import { clientAddress } from "../../http/client-address.ts";
import { networkOf } from "../../http/ip-address.ts";
import { nestsDeeperThan } from "../../http/nesting.ts";
import { type Asking, isWritable } from "../authorization.ts";
import type { Realtime } from "../context.ts";
import { deepest, type Told } from "../frames/frame.ts";
import type { Rate } from "../rate.ts";
import { TokenRefused, type Verified, verified } from "../tokens.ts";
import type { Topic } from "../topic.ts";
import { HttpRefusal, refusedBody, unauthorized } from "./refusal.ts";

/**
 * The caller of a request: by its bearer token, else by its API key (`plugs/auth_tenant.ex`).
 *
 * @throws {HttpRefusal}
 */
export async function callerOf(
  realtime: Realtime,
  c: Context,
): Promise<Omit<Asking, "topic"> & Verified> {
  const [, bearer] = /^bearer (\S+)$/i.exec(c.req.header("authorization") ?? "") ?? [];
  const credential = c.req.header("authorization") ? bearer : c.req.header("apikey");
  if (!credential) throw unauthorized();
  const who = await verified(realtime, credential).catch((error: unknown) => {
    throw error instanceof TokenRefused ? unauthorized() : error;
  });
  return { ...who, headers: c.req.header() };
}

/**
 * Tells whose messages a request's are counted with: the project's own servers apart, a user's with theirs, and
 * anybody else's with those of their network. The reference has one count for all.
 */
export function payerOf(c: Context, { claims }: Pick<Verified, "claims">): string {
  if (claims.role === "service_role") return "service_role";
  const { sub } = claims;
  if (typeof sub === "string" && sub !== "") return `user ${digestOf(sub)}`;
  const address = clientAddress(c);
  return address === undefined ? "unknown" : `network ${networkOf(address)}`;
}

/** A token of another service may have a long subject. */
const digestOf = (subject: string) => createHash("sha256").update(subject).digest("base64");

/**
 * Counts a request's messages, and has the answer say how many there were of late (`plugs/rate_limiter.ex`).
 *
 * @throws {HttpRefusal} when there were too many
 */
export function countPosted(c: Context, posted: Rate, limit: number, messages = 1): void {
  const rate = Math.trunc(posted.perSecond);
  c.header("x-rate-rolling", String(rate));
  c.header("x-rate-limit", String(limit));
  c.header("x-rate-limit-remaining", String(Math.max(0, limit - rate)));
  if (rate >= limit) throw new HttpRefusal(429, { message: "Too many requests" });
  if (rate + messages > limit) {
    const message = "Too many messages to broadcast, please reduce the batch size";
    throw new HttpRefusal(429, { message });
  }
  posted.add(messages);
}

/** @throws {HttpRefusal} */
export async function bodyOf(c: Context, limit: number): Promise<Buffer> {
  try {
    return Buffer.from(await readBytes(arriving(c), limit, 2));
  } catch (error) {
    throw error instanceof BodyTooLarge ? refusedBody(413) : error;
  }
}

/**
 * A body's JSON; an object without members for an empty one.
 *
 * @throws {HttpRefusal}
 */
export function jsonOfBody(body: Buffer): unknown {
  if (body.length === 0) return {};
  const text = body.toString();
  if (nestsDeeperThan(deepest, text)) throw refusedBody(400);
  try {
    return JSON.parse(text);
  } catch {
    throw refusedBody(400);
  }
}

export const mayPost = (realtime: Realtime, asking: Asking) =>
  isWritable(realtime, asking, "broadcast");

/** Tells the channels of all processes. */
export async function post(realtime: Realtime, topic: Topic, told: Told): Promise<void> {
  await realtime.bus.open();
  realtime.hub.tell(topic, told);
  realtime.bus.tell({ kind: "broadcast", topic, told });
}
