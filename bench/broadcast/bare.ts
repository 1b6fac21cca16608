/** A bare `ws` server: it sends each message to all other sockets. */
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { WebSocketServer } from "ws";
import { serveRequests } from "../instruments/child.ts";

serveRequests(async ({ frame }: { readonly frame: Uint8Array }) => {
  const server = new WebSocketServer({ host: "127.0.0.1", port: 0, perMessageDeflate: false });
  server.on("connection", (sender) => {
    sender.on("message", () => {
      for (const socket of server.clients) {
        if (socket !== sender) socket.send(frame, { binary: true });
      }
    });
  });
  await once(server, "listening");
  return `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
