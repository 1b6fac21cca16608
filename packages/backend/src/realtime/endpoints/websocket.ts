import type { HttpBindings } from "@hono/node-server";
import type { Handler } from "hono";
import { clientAddress } from "../../http/client-address.ts";
import { takeOver } from "../../http/upgrades.ts";
import type { Realtime } from "../context.ts";
import { protocolOf } from "../frames/versions.ts";
import type { OpenSockets } from "../sockets/open-sockets.ts";
import { TokenRefused, verified } from "../tokens.ts";
import { HttpRefusal } from "./refusal.ts";

/**
 * `GET /websocket`: opens a socket for whoever has a key or a token.
 *
 * Source: supabase/realtime (`lib/realtime_web/channels/user_socket.ex`).
 */
export function websocket(
  realtime: Realtime,
  sockets: OpenSockets,
): Handler<{ Bindings: HttpBindings }> {
  return async (c) => {
    const { apikey, vsn } = c.req.query();
    const credential = c.req.header("x-api-key") ?? c.req.header("apikey") ?? apikey;
    if (!credential) throw refused(401, "API key is missing");
    await verified(realtime, credential).catch((error: unknown) => {
      if (!(error instanceof TokenRefused)) throw error;
      throw refused(401, error.isExpired ? "Token has expired" : error.message);
    });
    const protocol = protocolOf(vsn);
    if (!protocol) throw refused(403, `This server speaks vsn 1.0.0 and 2.0.0, not ${vsn}`);
    if (sockets.isLeaving) throw refused(503, "Realtime is restarting, please standby");
    const address = clientAddress(c);
    if (!sockets.hasRoomFor(address)) throw refused(429, "Too many connected users");
    const named = Object.entries(c.req.header()).filter(([name]) => name.startsWith("x-"));
    const headers = Object.fromEntries(named);
    const caller = { protocol, credential, headers, address };
    const taken = takeOver(c, (upgrade) => sockets.open(upgrade, caller));
    return taken ?? c.json({ error: "This path is for WebSockets" }, 400);
  };
}

const refused = (status: number, error: string) => new HttpRefusal(status, { error });
