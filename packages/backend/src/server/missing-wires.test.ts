import { Hono } from "hono";
import { expect, test } from "vitest";
import { createMissingWires } from "./missing-wires.ts";

test("a request to a missing wire gets a message that pages can read", async () => {
  const app = new Hono();
  createMissingWires({ "/realtime/v1": "Realtime is not supported." }).mount?.(app);
  for (const path of ["/realtime/v1/websocket?apikey=x", "/graphql/v1"]) {
    const response = await app.request(path, { headers: { origin: "http://localhost:5173" } });
    expect(response.status).toBe(501);
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    expect(await response.json()).toMatchObject({
      message: expect.stringContaining("not supported"),
    });
  }
});
