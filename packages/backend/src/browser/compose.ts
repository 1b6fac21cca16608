import { Hono } from "hono";
import { logRefusals } from "../http/protection/log-refusals.ts";
import { identifyRequest } from "../http/request-id.ts";
import { createErrorHandler } from "../http/unexpected-error.ts";
import { createUpkeep } from "../server/jobs/upkeep.ts";
import { createMessages } from "../server/messages/messages.ts";
import { createMissingWires } from "../server/missing-wires.ts";
import type { CoreContext, Part } from "../server/part.ts";
import { createSandboxPart } from "../server/sandbox.ts";
import { createAuthWire } from "../server/wires/auth.ts";
import { createRestWire } from "../server/wires/rest.ts";

/** The parts of the backend in a tab, as one Hono application. */
export interface Composition {
  readonly app: Hono;
  ready(): Promise<unknown>;
  close(): Promise<void>;
}

export function compose(context: CoreContext): Composition {
  const messages = createMessages(context);
  const sandbox = createSandboxPart(context);
  const parts: readonly Part[] = [
    createAuthWire(context, messages, sandbox?.sandbox),
    createRestWire(context),
    createMissingWires({
      "/realtime/v1": "Realtime is not supported in a browser tab: channels receive nothing.",
    }),
    messages,
    ...(sandbox ? [sandbox] : []),
    createDeskPart(context),
    createUpkeep(context),
  ];
  const app = new Hono();
  app.onError(createErrorHandler(context.options.log));
  app.use(identifyRequest);
  app.use(logRefusals(context.options.log));
  for (const part of parts) part.mount?.(app);
  return {
    app,
    ready: () => Promise.all(parts.map((part) => part.ready?.())),
    async close() {
      await Promise.all(parts.map((part) => part.close?.()));
      await messages.outbox.close();
    },
  };
}

/** Loads the desk's API on its first request, because most pages do not show the desk. */
function createDeskPart(context: CoreContext): Part {
  let api: Promise<Hono> | undefined;
  const load = async () => (await import("./desk.ts")).createDeskApi(context);
  return {
    mount: (app) => {
      app.mount("/desk/api", async (request) => {
        api ??= load().catch((error: unknown) => {
          // Do not keep a failed download, so that the next request tries again.
          api = undefined;
          throw error;
        });
        return (await api).fetch(request);
      });
    },
  };
}
