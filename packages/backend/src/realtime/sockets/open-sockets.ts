import { type WebSocket, WebSocketServer } from "ws";
import type { Upgrade } from "../../http/upgrades.ts";
import type { Realtime } from "../context.ts";
import { type Caller, closing, Socket } from "./socket.ts";

/** All sockets of this process. */
export class OpenSockets {
  readonly #realtime: Realtime;
  readonly #sockets = new Set<Socket>();
  /** Compression is off: it costs each socket some 300 kB, and each message processor time for each receiver. */
  readonly #server: WebSocketServer;
  readonly #check: NodeJS.Timeout;
  #isLeaving = false;

  constructor(realtime: Realtime) {
    this.#realtime = realtime;
    this.#server = new WebSocketServer({
      ...{ noServer: true, clientTracking: false, perMessageDeflate: false },
      maxPayload: realtime.limits.frame,
    });
    this.#check = setInterval(() => {
      const now = performance.now();
      for (const socket of this.#sockets) socket.check(now);
    }, realtime.limits.silence / 10).unref();
  }

  /** True when another one may be opened. */
  get hasRoom(): boolean {
    return this.#sockets.size < this.#realtime.limits.connections;
  }

  get isLeaving(): boolean {
    return this.#isLeaving;
  }

  open({ request, socket, head }: Upgrade, caller: Caller): void {
    this.#server.handleUpgrade(request, socket, head, (webSocket) => this.#add(webSocket, caller));
  }

  /** Sends all clients away, who come back to another process or to the next start. */
  leave(): void {
    this.#isLeaving = true;
    clearInterval(this.#check);
    for (const socket of this.#sockets) socket.close(closing.restart, "Server is restarting");
  }

  #add(webSocket: WebSocket, caller: Caller): void {
    const socket = new Socket(this.#realtime, webSocket, caller);
    this.#sockets.add(socket);
    this.#realtime.counts.sockets += 1;
    webSocket.once("close", () => {
      this.#sockets.delete(socket);
      this.#realtime.counts.sockets -= 1;
    });
    if (this.#isLeaving) socket.close(closing.restart, "Server is restarting");
  }
}
