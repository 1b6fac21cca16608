import { request } from "node:http";
import { text } from "node:stream/consumers";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { expect, onTestFinished } from "vitest";
import type { ServerOptions } from "../../src/server/options.ts";
import { startServer } from "../../src/server/server.ts";
import { openReusableStorage } from "../databases/reusable-storage.ts";
import { temporaryFolder } from "../project-folder.ts";
import { testLog } from "../test-log.ts";

/** The source of the function `hello`. */
export const hello = "Deno.serve(() => new Response('hello'))";

/** Starts a development server with a table, a function and an MCP server, for one test file. */
export async function startMcpServer() {
  const [reusable, folder] = await Promise.all([
    openReusableStorage(),
    temporaryFolder({
      "supabase/config.toml": "",
      "supabase/migrations/20260101000000_notes.sql":
        "create table notes (id int primary key, body text, photo bytea);",
      "supabase/functions/hello/index.ts": hello,
      "supabase/functions/.env": "SECRET=1",
    }),
  ]);
  const start = (options: Partial<ServerOptions> = {}) =>
    startServer({
      project: folder.path,
      host: "127.0.0.1",
      port: 0,
      storage: reusable.storage,
      env: {},
      log: testLog(),
      ...options,
    });
  const server = await start();
  return {
    server,
    start,
    database: reusable.database,
    folder: folder.path,
    close: async () => {
      await server.close();
      await reusable.close();
      await folder.remove();
    },
  };
}

/** Connects the official client to an MCP server. */
export async function connectMcp(origin: string, query = "") {
  const client = new Client({ name: "test", version: "1" });
  const transport = new StreamableHTTPClientTransport(new URL(`${origin}/mcp${query}`));
  // The SDK's types do not support `exactOptionalPropertyTypes`.
  await client.connect(transport as never);
  onTestFinished(() => client.close());
  const call = async (name: string, args: Record<string, unknown> = {}) => {
    const result = await client.callTool({ name, arguments: args });
    const [content] = result.content as { text: string }[];
    return { isError: result.isError ?? false, text: content?.text ?? "" };
  };
  return {
    toolNames: async () => (await client.listTools()).tools.map(({ name }) => name).sort(),
    call,
    /** Calls a tool and returns its result. */
    async resultOf(name: string, args?: Record<string, unknown>) {
      const { isError, text: reply } = await call(name, args);
      expect(isError, reply.slice(0, 500)).toBe(false);
      return JSON.parse(reply);
    },
    /** Calls a tool that fails, and returns its message. */
    async failureOf(name: string, args?: Record<string, unknown>) {
      const { isError, text: reply } = await call(name, args);
      expect(isError, reply.slice(0, 500)).toBe(true);
      expect(reply).not.toMatch(/\bat .*\.[jt]s:\d/);
      return reply;
    },
  };
}

/** Sends a request with arbitrary headers, some of which `fetch` does not allow. */
export function postMcp(
  origin: string,
  headers: Readonly<Record<string, string>> = {},
  body = initializeMessage,
) {
  return new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
    const { port } = new URL(origin);
    const accept = "application/json, text/event-stream";
    request(
      {
        host: "127.0.0.1",
        port,
        path: "/mcp",
        method: "POST",
        headers: { accept, "content-type": "application/json", ...headers },
      },
      async (response) => resolve({ status: response.statusCode, body: await text(response) }),
    )
      .on("error", reject)
      .end(body);
  });
}

const initializeMessage = JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: { name: "test", version: "1" },
  },
});

/** The tools that only read data. */
export const readOnlyTools = [
  "execute_sql",
  "generate_typescript_types",
  "get_advisors",
  "get_edge_function",
  "get_logs",
  "get_project_url",
  "get_publishable_keys",
  "list_edge_functions",
  "list_extensions",
  "list_migrations",
  "list_tables",
  "search_docs",
];
