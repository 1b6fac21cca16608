/** Measures a server's peak memory while many clients request large responses and do not read them. */
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { Stage } from "./instruments/compared-servers.ts";
import { formatVerdict, print } from "./instruments/measure.ts";
import type { ServerCommand } from "./instruments/server.ts";

const clientCount = 30;

/** @param rowCount the number of rows, each with 100 kB. Together they are nearly as large as a response may be. */
export async function measureUnread(
  stage: Stage,
  maxMegabytes: number,
  rowCount: number,
): Promise<void> {
  const [server] = stage.servers;
  const [origin = ""] = stage.origins;
  if (!server) throw new Error("A stage needs a server.");
  await stage.script(`
    create table long (text text);
    grant select on long to anon;
    insert into long select repeat('x', 100000) from generate_series(1, ${rowCount});
    insert into long select '1e131071' from generate_series(1, 3);`);
  await sleep(1_000);
  const { hostname, port } = new URL(origin);
  const openSocket = (path: string) => {
    const socket = connect(Number(port), hostname).pause();
    socket.on("error", () => {});
    const head = [`GET /rest/v1/${path} HTTP/1.1`, `Host: ${hostname}:${port}`];
    socket.write(`${head.join("\r\n")}\r\napikey: ${stage.publishable}\r\n\r\n`);
    return socket;
  };
  await server.request({ watch: true } satisfies ServerCommand);
  const columns = Array.from({ length: 1_600 }, (_, n) => `${n}:text::numeric`);
  const sockets = [
    ...Array.from({ length: clientCount }, () => openSocket("long?text=not.eq.1e131071")),
    openSocket(`long?text=eq.1e131071&select=${columns.join()}`),
  ];
  await sleep(20_000);
  const peakBytes = await server.request<number>({ watch: false } satisfies ServerCommand);
  for (const socket of sockets) socket.destroy();
  const megabytes = peakBytes / 2 ** 20;
  print(
    `${stage.name}: ${clientCount} unread responses of ${Math.round(rowCount / 10)} MB, and one of 600 MB, ` +
      `took a server to ${megabytes.toFixed(0)} MB, of ${maxMegabytes} MB allowed; ` +
      `ratio ${formatVerdict(megabytes / maxMegabytes, { atMost: 1 })}`,
  );
}
