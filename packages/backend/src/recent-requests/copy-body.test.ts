import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { expect, onTestFinished, test } from "vitest";
import { copyBody } from "./copy-body.ts";

test("a body that cannot be recorded disturbs neither a wire that reads it nor one that does not", async () => {
  const bodies: string[] = [];
  const app = new Hono();
  app.use(async (c, next) => {
    copyBody(c, (text) => {
      bodies.push(text);
      throw new RangeError("Maximum call stack size exceeded");
    });
    await next();
  });
  app.post("/read", async (c) => c.text(await c.req.text()));
  app.post("/unread", (c) => c.text("refused", 403));
  const server = createServer(getRequestListener(app.fetch));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const send = (path: string) =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      method: "POST",
      body: "[1]",
      headers: { "content-type": "application/json" },
    });
  const response = await send("/read");
  expect([response.status, await response.text()]).toEqual([200, "[1]"]);
  expect((await send("/unread")).status).toBe(403);
  expect((await send("/read")).status).toBe(200);
  expect(bodies.length).toBeGreaterThanOrEqual(2);
});
