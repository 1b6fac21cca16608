import { type AddressInfo, createServer, type Server } from "node:net";

const acceptedReply = "250 ok\r\n";
const replies: Readonly<Record<string, string>> = {
  EHLO: "250-sink\r\n250 AUTH PLAIN\r\n",
  AUTH: "235 ok\r\n",
  DATA: "354 send the message\r\n",
};

/**
 * Starts a mail server that accepts every message and stores none. It implements the part of RFC 5321 that a client
 * needs.
 */
export async function startMailServer(): Promise<{ port: number; close(): void }> {
  const server: Server = createServer((socket) => {
    let text = "";
    let isData = false;
    socket.write("220 sink\r\n");
    socket.on("error", () => {});
    socket.setEncoding("latin1").on("data", (chunk: string) => {
      text += chunk;
      for (;;) {
        const end = isData ? "\r\n.\r\n" : "\r\n";
        const endIndex = text.indexOf(end);
        if (endIndex < 0) return;
        const command = text.slice(0, 4).toUpperCase();
        text = text.slice(endIndex + end.length);
        const wasData = isData;
        isData = !wasData && command === "DATA";
        socket.write(wasData ? acceptedReply : (replies[command] ?? acceptedReply));
      }
    });
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  return { port: (server.address() as AddressInfo).port, close: () => void server.close() };
}
