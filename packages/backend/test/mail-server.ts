import { createServer, type Server, type Socket } from "node:net";

interface Received {
  readonly commands: string[];
  readonly message: string;
  readonly at: number;
}

/** A mail server (RFC 5321) with the few commands that tests need, and replies that they can set. */
export class MailServer {
  readonly received: Received[] = [];
  /** The lines that each client has sent. */
  readonly calls: string[][] = [];
  /** The replies by command verb, or by `greeting`. For an empty reply, nothing is sent. */
  answers: Readonly<Record<string, string>>;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  constructor(answers: Readonly<Record<string, string>> = {}) {
    this.answers = answers;
    this.#server = createServer((socket) => {
      this.#sockets.add(socket);
      socket.on("error", () => {});
      socket.on("close", () => this.#sockets.delete(socket));
      this.#converse(socket);
    });
  }

  #converse(socket: Socket) {
    const commands: string[] = [];
    this.calls.push(commands);
    let pending = "";
    let data: string[] | undefined;
    if (this.answers["greeting"] !== "") socket.write("220 test ESMTP\r\n");
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
            socket.write(this.answers[verb] ?? (verb === "DATA" ? "354 go on\r\n" : "250 OK\r\n"));
        } else if (line === ".") {
          this.received.push({ commands, message: data.join("\r\n"), at: Date.now() });
          data = undefined;
          socket.write("250 taken\r\n");
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
