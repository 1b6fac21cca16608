import type { Server, Socket } from "node:net";
import { NetworkCounts } from "../caller/network-counts.ts";

/**
 * Refuses connections of a network that already has `max`. A client that opens connections and sends nothing could
 * otherwise use up the file descriptors of the process, so that no one else could connect.
 */
export function limitConnections(server: Server, max: number): void {
  const counts = new NetworkCounts();
  server.on("connection", (socket: Socket) => {
    const { remoteAddress } = socket;
    if (counts.of(remoteAddress) >= max) {
      socket.destroy();
      return;
    }
    counts.change(remoteAddress, 1);
    socket.once("close", () => counts.change(remoteAddress, -1));
  });
}
