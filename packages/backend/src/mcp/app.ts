import { type Context, Hono } from "hono";
import { BodyTooLarge, bodyLimit, incomingBody, readText } from "../http/body/body.ts";
import { clientGoneStatus, isClientGone } from "../http/body/client-gone.ts";
import { onlyForHosts } from "../http/protection/host.ts";
import { localOnly } from "../http/protection/local-only.ts";
import { ownAccountOnly } from "../http/protection/other-account.ts";
import type { Wire } from "../http/wire.ts";
import { isPackageMissing } from "../missing-package.ts";
import { UsageError } from "../usage-error.ts";
import type { McpContext } from "./context.ts";
import { type DocsApi, openDocsApi } from "./docs/api.ts";
import { refusal, refusePages } from "./guard.ts";
import { readOptions } from "./url-options.ts";

/** With a project id, the tools do not take one as an argument. The server of the Supabase CLI uses the same id. */
const projectId = "default";

const missingPackage =
  "The MCP server needs packages: npm install --save-dev @supabase/mcp-server-supabase @modelcontextprotocol/server";

/**
 * An MCP server for coding agents on this machine, which is mounted at `/mcp`. It has the same tools as the MCP server of
 * the hosted service.
 */
export interface Mcp extends Wire {
  close(): Promise<void>;
}

/** Creates the MCP server. The first request loads its packages. */
export function createMcp(context: McpContext): Mcp {
  const closing = new AbortController();
  let docs: Promise<DocsApi> | undefined;
  const app = new Hono();
  app.use(async (c, next) => {
    await next();
    c.res.headers.set("cache-control", "no-store");
  });
  app.use(onlyForHosts([]));
  app.use(localOnly("a client on this machine"));
  app.use(ownAccountOnly);
  app.use(refusePages);
  app.all("/", async (c) => {
    try {
      const { createMcpHandler, createSupabaseMcpServer } = await loadPackages();
      const { createPlatform } = await import("./platform.ts");
      const platform = createPlatform(context, new URL(c.req.url).origin);
      const urlOptions = readOptions(new URL(c.req.url).searchParams, platform);
      docs ??= openDocsApi();
      const { url: contentApiUrl } = await docs;
      const handler = createMcpHandler(
        () => createSupabaseMcpServer({ platform, projectId, contentApiUrl, ...urlOptions }),
        {
          legacy: "stateless",
          onerror: (err) => context.log.warn({ reason: err.message }, "an MCP request was refused"),
        },
      );
      const signal = AbortSignal.any([c.req.raw.signal, closing.signal]);
      signal.addEventListener("abort", () => void handler.close(), { once: true });
      return await handler.fetch(await readRequest(c));
    } catch (error) {
      return toResponse(error, context);
    }
  });
  return {
    app,
    async close() {
      closing.abort();
      await (await docs?.catch(() => undefined))?.close();
    },
  };
}

async function loadPackages() {
  const [{ createMcpHandler }, { createSupabaseMcpServer }] = await Promise.all([
    import("@modelcontextprotocol/server"),
    import("@supabase/mcp-server-supabase"),
  ]);
  return { createMcpHandler, createSupabaseMcpServer };
}

/** Returns the request with its body, which is read up to a maximum size. */
async function readRequest(c: Context): Promise<Request> {
  const { method, headers, signal } = c.req.raw;
  const body = await readText(incomingBody(c));
  return new Request(c.req.url, { method, headers, signal, ...(body !== "" && { body }) });
}

function toResponse(error: unknown, { log }: McpContext): Response {
  if (error instanceof UsageError) return refusal(400, error.message);
  if (error instanceof BodyTooLarge) {
    return refusal(413, `A request can have at most ${bodyLimit} bytes.`);
  }
  if (isPackageMissing(error)) return refusal(501, missingPackage);
  if (isClientGone(error)) return new Response(null, { status: clientGoneStatus });
  log.error({ err: error }, "a request to the MCP server failed");
  return refusal(500, "The request failed. The server's log has the reason.");
}
