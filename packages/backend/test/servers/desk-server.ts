import { createClient } from "@supabase/supabase-js";
import type { ServerOptions } from "../../src/server/options.ts";
import { startServer } from "../../src/server/server.ts";
import { silentLog } from "../auth/auth-fixture.ts";
import { temporaryFolder } from "../project-folder.ts";

/**
 * Starts a development server with a desk. `call` and `upload` send requests as its page does. The desk exists only
 * on the embedded database.
 */
export async function startDeskServer(
  files: Readonly<Record<string, string>>,
  options: Partial<Pick<ServerOptions, "env" | "storage">> = {},
) {
  const folder = await temporaryFolder(files);
  const server = await startServer({
    project: folder.path,
    host: "127.0.0.1",
    port: 0,
    storage: { memory: true },
    env: {},
    log: silentLog,
    ...options,
  });
  const { origin, keys } = server;
  const key = server.deskUrl?.split("#key=")[1] ?? "";
  const call = async (path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const response = await fetch(`${origin}/desk/api${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers: { "x-portico-desk": key, "content-type": "application/json", ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    // biome-ignore lint/suspicious/noExplicitAny: each test asserts the shape of the body
    return { status: response.status, body: (await response.json()) as any };
  };
  /** Uploads a file as the page does. */
  const upload = async (
    query: Readonly<Record<string, string>>,
    body: string | Uint8Array<ArrayBuffer>,
    headers: Readonly<Record<string, string>> = {},
  ) => {
    const response = await fetch(
      `${origin}/desk/api/storage/upload?${new URLSearchParams(query)}`,
      {
        method: "POST",
        body,
        headers: {
          "x-portico-desk": key,
          "x-portico-as": '{"role":"service_role"}',
          ...headers,
        },
      },
    );
    // biome-ignore lint/suspicious/noExplicitAny: each test asserts the shape of the body
    return { status: response.status, body: (await response.json()) as any };
  };
  return {
    server,
    origin,
    keys,
    folder: folder.path,
    key,
    call,
    upload,
    newClient: (apiKey = keys.publishable) =>
      createClient(origin, apiKey, { auth: { persistSession: false } }),
    async close() {
      await server.close();
      await folder.remove();
    },
  };
}
