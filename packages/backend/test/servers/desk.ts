import { Hono } from "hono";
import { type ConfigInput, defaultConfig } from "../../src/config/sections/schema.ts";
import type { Database } from "../../src/database/port.ts";
import { createDesk } from "../../src/desk/app.ts";
import type { DeskContext } from "../../src/desk/context.ts";
import { silentLog } from "../auth/auth-fixture.ts";

const key = "the-key-of-the-desk";

/** Creates the desk on a database, without a server. Its API is called over HTTP, as its page does. */
export function deskOn(
  database: Database,
  {
    config = {},
    env = {},
    project,
    isExposed = false,
  }: { config?: ConfigInput; env?: DeskContext["env"]; project?: string; isExposed?: boolean } = {},
) {
  const app = new Hono();
  const { app: desk } = createDesk({
    database,
    key,
    projectName: "shop",
    issuer: "http://localhost/auth/v1",
    config: defaultConfig(config),
    env,
    project,
    isExposed,
    directory: undefined,
    log: silentLog,
  } as Partial<DeskContext> as DeskContext);
  app.route("/desk", desk);
  /** The headers that a browser sends from the desk's page. */
  const own = {
    "x-portico-desk": key,
    origin: "http://localhost",
    "sec-fetch-site": "same-origin",
    "content-type": "application/json",
  };
  const send = async (path: string, options: RequestInit = {}) => {
    const response = await app.request(`http://localhost/desk${path}`, options);
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.includes("json");
    return {
      status: response.status,
      headers: response.headers,
      // biome-ignore lint/suspicious/noExplicitAny: each test asserts the shape of the body
      body: (isJson ? JSON.parse(text) : text) as any,
    };
  };
  return {
    app,
    own,
    send,
    get: (path: string) => send(`/api${path}`, { headers: own }),
    post: (path: string, body: unknown) =>
      send(`/api${path}`, {
        method: "POST",
        headers: own,
        body: typeof body === "string" ? body : JSON.stringify(body),
      }),
  };
}
