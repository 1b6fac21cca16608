import { createServer, type Server, type Socket } from "node:net";

interface ReceivedMail {
  readonly commands: string[];
  readonly message: string;
  readonly receivedAt: number;
}

/** A mail server (RFC 5321) with the few commands that tests need. Tests can set its replies. */
export class MailServer {
  readonly received: ReceivedMail[] = [];
  /** The lines that each client has sent. */
  readonly sessions: string[][] = [];
  /** The replies by command verb, or by `greeting`. If a reply is empty, nothing is sent. */
  replies: Readonly<Record<string, string>>;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  constructor(replies: Readonly<Record<string, string>> = {}) {
    this.replies = replies;
    this.#server = createServer((socket) => {
      this.#sockets.add(socket);
      socket.on("error", () => {});
      socket.on("close", () => this.#sockets.delete(socket));
      this.#handleSession(socket);
    });
  }

  #handleSession(socket: Socket) {
    const commands: string[] = [];
    this.sessions.push(commands);
    let pending = "";
    let data: string[] | undefined;
    if (this.replies["greeting"] !== "") socket.write("220 test ESMTP\r\n");
    socket.on("data", (chunk) => {
      pending += chunk.toString();
      const lines = pending.split("\r\n");
      pending = lines.pop() ?? "";
      for (const line of lines) {
        if (data === undefined) {
          commands.push(line);
          const verb = line.split(" ", 1)[0]?.toUpperCase() ?? "";
          if (verb === "DATA") data = [];
          if (verb === "EHLO") socket.write("250-test\r\n250 AUTH PLAIN\r\n");
          else
            socket.write(this.replies[verb] ?? (verb === "DATA" ? "354 go on\r\n" : "250 OK\r\n"));
        } else if (line === ".") {
          this.received.push({ commands, message: data.join("\r\n"), receivedAt: Date.now() });
          data = undefined;
          socket.write("250 OK\r\n");
        } else data.push(line.replace(/^\./, ""));
      }
    });
  }

  /** @param port the port of an earlier server; the default is a free port */
  listen(port = 0): Promise<number> {
    return new Promise((resolve) => {
      this.#server.listen(port, "127.0.0.1", () => {
        const address = this.#server.address();
        resolve(typeof address === "object" && address ? address.port : 0);
      });
    });
  }

  close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    return new Promise((resolve) => {
      this.#server.close(() => resolve());
    });
  }
}
