import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import type { RealtimeContext } from "../context.ts";
import type { CallerRates } from "../rolling-rate.ts";
import type { SocketRegistry } from "../sockets/socket-registry.ts";

/** The dependencies of the endpoints. */
export interface EndpointContext extends RealtimeContext {
  readonly sockets: SocketRegistry;
  /** Counts the messages that callers send over HTTP. */
  readonly httpRates: CallerRates;
}

/** Handles the requests to one path. */
export type Endpoint = (
  context: EndpointContext,
  c: Context<{ Bindings: HttpBindings }>,
) => Response | Promise<Response>;
