import type { Context, Handler } from "hono";
import { DatabaseError } from "../../database/port.ts";
import type { Realtime } from "../context.ts";
import { UserPayload } from "../frames/frame.ts";
import type { Rates } from "../rate.ts";
import { longestName } from "../topic.ts";
import { bodyOf, callerOf, countPosted, jsonOfBody, mayPost, payerOf, post } from "./post.ts";
import { HttpRefusal, tooLong } from "./refusal.ts";

/**
 * `POST /api/broadcast/{topic}/events/{event}`: a message whose payload is the body, in JSON or in bytes.
 *
 * Source: supabase/realtime (`lib/realtime_web/controllers/broadcast_single_controller.ex`).
 */
export function postOne(realtime: Realtime, posted: Rates): Handler {
  const { limits } = realtime;
  return async (c) => {
    const encoding = encodingOf(c);
    const caller = await callerOf(realtime, c);
    countPosted(c, posted.of(payerOf(c, caller)), limits.postedPerSecond);
    const body = await bodyOf(c, limits.body);
    const event = c.req.param("event") ?? "";
    const topic = {
      name: c.req.param("topic") ?? "",
      isPrivate: c.req.query("private") === "true",
    };
    for (const [key, value] of Object.entries({ topic: topic.name, event })) {
      if (value.length > longestName) throw new HttpRefusal(422, { errors: { [key]: [tooLong] } });
    }
    const content = encoding === "json" ? Buffer.from(JSON.stringify(tableOf(body))) : body;
    if (content.length > limits.payload) {
      throw new HttpRefusal(422, { errors: { payload: ["Payload size exceeds tenant limit"] } });
    }
    if (topic.isPrivate && !(await isAllowed(realtime, { ...caller, topic: topic.name }))) {
      throw new HttpRefusal(403, { message: "Unauthorized" });
    }
    const payload = new UserPayload(event, encoding, content);
    await post(realtime, topic, { event: "broadcast", payload });
    return c.body(null, 202);
  };
}

/** @throws {HttpRefusal} when a policy fails */
async function isAllowed(realtime: Realtime, asking: Parameters<typeof mayPost>[1]) {
  return mayPost(realtime, asking).catch((error: unknown) => {
    if (!(error instanceof DatabaseError)) throw error;
    realtime.log.error({ err: error }, "a policy of realtime.messages failed");
    throw new HttpRefusal(422, { message: "RLS policy error" });
  });
}

/** As Plug reads a body: what is no object becomes the member `_json` of one. */
function tableOf(body: Buffer): unknown {
  const value = jsonOfBody(body);
  const isTable = typeof value === "object" && value !== null && !Array.isArray(value);
  return isTable ? value : { _json: value };
}

/** @throws {HttpRefusal} */
function encodingOf(c: Context): "json" | "binary" {
  const [type] = (c.req.header("content-type") ?? "application/json").split(";");
  switch (type?.trim().toLowerCase()) {
    case "application/json":
      return "json";
    case "application/octet-stream":
      return "binary";
    default: {
      const error = "Unsupported Media Type. Use application/json or application/octet-stream";
      throw new HttpRefusal(415, { error });
    }
  }
}
