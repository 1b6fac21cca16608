import { Hono } from "hono";
import { expect, test } from "vitest";
import { onlyForHosts } from "./host.ts";

const app = new Hono().use(onlyForHosts(["app.example"])).get("/", (c) => c.text("here"));

test.each([
  ["localhost:54321", 200],
  ["notes.localhost", 200],
  ["127.0.0.1:54321", 200],
  ["127.0.0.2:3001", 200],
  ["[::1]:54321", 200],
  ["app.example", 200],
  ["127.0.0.1.rebound.example", 421],
  ["127.rebound.example", 421],
  ["10.0.0.1", 421],
  ["rebound.example", 421],
])(
  "a server for this machine responds to requests for the host %s with %d",
  async (host, status) => {
    const response = await app.request("/", { headers: { host } });
    expect(response.status).toBe(status);
  },
);
