import { type WebSocket, WebSocketServer } from "ws";
import { limitedNetworkOf, NetworkCounts } from "../../http/caller/network-counts.ts";
import type { Upgrade } from "../../http/listening/upgrades.ts";
import type { RealtimeContext } from "../context.ts";
import { BufferBudget } from "./buffer-budget.ts";
import { closeCodes, Socket, type SocketClient } from "./socket.ts";
import { countUnfinished, type UnfinishedMessage } from "./unfinished-messages.ts";

/** All open sockets of this process. */
export class SocketRegistry {
  readonly #context: RealtimeContext;
  readonly #sockets = new Set<Socket>();
  /** Compression is off, because it costs about 300 kB per socket and CPU time per message and recipient. */
  readonly #server: WebSocketServer;
  readonly #timeoutCheck: NodeJS.Timeout;
  readonly #countByNetwork = new NetworkCounts();
  readonly #unfinished: BufferBudget;
  readonly #unread: BufferBudget;
  #isShuttingDown = false;

  constructor(context: RealtimeContext) {
    this.#context = context;
    const { limits } = context;
    this.#unfinished = new BufferBudget({
      totalBytes: limits.unfinishedBytes,
      networkBytes: limits.networkUnfinishedBytes,
    });
    this.#unread = new BufferBudget({
      totalBytes: limits.processUnreadBytes,
      networkBytes: limits.networkUnreadBytes,
    });
    this.#server = new WebSocketServer({
      noServer: true,
      clientTracking: false,
      perMessageDeflate: false,
      maxPayload: context.limits.frameBytes,
    });
    this.#timeoutCheck = setInterval(() => {
      const now = performance.now();
      for (const socket of this.#sockets) socket.checkTimeouts(now);
    }, context.limits.silenceMs / 10).unref();
  }

  /** Returns whether the limits allow another socket from the address. */
  hasRoomFor(address: string | undefined): boolean {
    const { connections, networkConnections } = this.#context.limits;
    return (
      this.#sockets.size < connections && this.#countByNetwork.of(address) < networkConnections
    );
  }

  get isShuttingDown(): boolean {
    return this.#isShuttingDown;
  }

  open({ request, socket, head }: Upgrade, client: SocketClient): void {
    this.#server.handleUpgrade(request, socket, head, (webSocket) => {
      const unfinished = this.#watchUnfinished(webSocket, client);
      // Must run before the listener of `ws`, which emits complete messages synchronously.
      socket.prependListener("data", (chunk: Buffer) => unfinished.addBytes(chunk.length));
      const unread = this.#unread.open(limitedNetworkOf(client.address), () =>
        webSocket.terminate(),
      );
      webSocket.once("close", () => unread.close());
      const buffers = { unfinished, unread };
      this.#add(new Socket(this.#context, webSocket, client, buffers), webSocket, client);
    });
  }

  /** Closes all sockets. Their clients reconnect to another process or after the restart. */
  closeAll(): void {
    this.#isShuttingDown = true;
    clearInterval(this.#timeoutCheck);
    for (const socket of this.#sockets) socket.close(closeCodes.restart, "Server is restarting");
  }

  #watchUnfinished(webSocket: WebSocket, { address }: SocketClient): UnfinishedMessage {
    const network = limitedNetworkOf(address);
    const unfinished = countUnfinished(this.#unfinished.open(network, () => webSocket.terminate()));
    webSocket.on("message", () => unfinished.complete());
    for (const event of ["ping", "pong"] as const) {
      webSocket.on(event, (payload) => unfinished.subtractControlFrame(payload.length));
    }
    webSocket.once("close", () => unfinished.close());
    return unfinished;
  }

  #add(socket: Socket, webSocket: WebSocket, { address }: SocketClient): void {
    this.#sockets.add(socket);
    this.#context.counts.sockets += 1;
    this.#countByNetwork.change(address, 1);
    webSocket.once("close", () => {
      this.#sockets.delete(socket);
      this.#context.counts.sockets -= 1;
      this.#countByNetwork.change(address, -1);
    });
    if (this.#isShuttingDown) socket.close(closeCodes.restart, "Server is restarting");
  }
}
