import { clientAddress } from "../../http/caller/client-address.ts";
import { takeOver } from "../../http/listening/upgrades.ts";
import { apiKeyMissing, restarting, tooManySockets, unsupportedVersion } from "../errors.ts";
import type { Protocol } from "../frames/frame.ts";
import { version1 } from "../frames/version-1.ts";
import { version2 } from "../frames/version-2.ts";
import { identifyCaller } from "../identify-caller.ts";
import type { Endpoint } from "./endpoint.ts";

/**
 * `GET /websocket`: opens a socket for a client with a valid API key or token.
 *
 * Source: supabase/realtime (`lib/realtime_web/channels/user_socket.ex`).
 */
export const websocket: Endpoint = async (context, c) => {
  const { sockets } = context;
  const { apikey, vsn } = c.req.query();
  const credential = c.req.header("x-api-key") ?? c.req.header("apikey") ?? apikey;
  if (!credential) throw apiKeyMissing();
  await identifyCaller(context, credential);
  const protocol = selectProtocol(vsn);
  if (!protocol) throw unsupportedVersion(vsn);
  if (sockets.isShuttingDown) throw restarting();
  const address = clientAddress(c);
  if (!sockets.hasRoomFor(address)) throw tooManySockets();
  const headers = Object.fromEntries(
    Object.entries(c.req.header()).filter(([name]) => name.startsWith("x-")),
  );
  const client = { protocol, credential, headers, address };
  const response = takeOver(c, (upgrade) => sockets.open(upgrade, client));
  return response ?? c.json({ error: "This path is for WebSockets" }, 400);
};

/** Returns the protocol for a `vsn`, ignoring its patch level as Phoenix does (`~> 2.0.0`). */
function selectProtocol(vsn = "1.0.0"): Protocol | undefined {
  const [, version] = /^([12]\.0)\.\d+$/.exec(vsn) ?? [];
  if (version === "1.0") return version1;
  return version === "2.0" ? version2 : undefined;
}
