import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeTestStorage } from "../../../test/databases/test-database.ts";
import { DatabaseUnavailable } from "../errors.ts";
import type { Database } from "../port.ts";
import { sql } from "../sql.ts";
import { openPostgres } from "./postgres.ts";

const isPostgres = process.env["TEST_DATABASE_URL"] !== undefined;

/** A proxy in front of PostgreSQL that lets a test insert bytes. */
interface ByteProxy {
  readonly port: number;
  /** Sends these bytes to the client before PostgreSQL's next bytes. */
  insertBytes(bytes: Buffer): void;
  close(): void;
}

async function openProxy(host: string, port: number): Promise<ByteProxy> {
  let injectedBytes: Buffer | undefined;
  const sockets = new Set<Socket>();
  const server = createServer((incoming) => {
    const outgoing = connect(port, host);
    for (const socket of [incoming, outgoing]) {
      sockets.add(socket);
      socket.on("error", () => {});
    }
    incoming.pipe(outgoing);
    incoming.on("close", () => outgoing.destroy());
    outgoing.on("data", (chunk) => {
      if (injectedBytes) incoming.write(injectedBytes);
      injectedBytes = undefined;
      incoming.write(chunk);
    });
    outgoing.on("close", () => incoming.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return {
    port: typeof address === "object" && address ? address.port : 0,
    insertBytes: (bytes) => {
      injectedBytes = bytes;
    },
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

describe.runIf(isPostgres)("a message that the driver cannot read", () => {
  let storage: Awaited<ReturnType<typeof makeTestStorage>>;
  let proxy: ByteProxy;
  let database: Database;
  beforeAll(async () => {
    storage = await makeTestStorage();
    const url = new URL("url" in storage.storage ? storage.storage.url : "");
    proxy = await openProxy(url.hostname, Number(url.port || 5432));
    url.host = `127.0.0.1:${proxy.port}`;
    database = await openPostgres({ url: url.href, connections: 2 });
  });
  afterAll(async () => {
    await database.close();
    proxy.close();
    await storage.drop();
  });

  // A row that declares a hundred columns and contains none. The driver throws while it reads this.
  const cutOff = Buffer.from([0x44, 0, 0, 0, 6, 0, 100]);

  test("a message that the driver cannot read fails its own request, and the next one is answered", async () => {
    proxy.insertBytes(cutOff);
    await expect(database.query(sql`select 1 as one`)).rejects.toBeInstanceOf(DatabaseUnavailable);
    expect((await database.query(sql`select 1 as one`)).rows).toEqual([{ one: 1 }]);
  });

  test("a message that the driver cannot read rolls its transaction back", async () => {
    await database.script("create table kept (id int)");
    const work = database.transaction(async (connection) => {
      await connection.query(sql`insert into kept values (1)`);
      proxy.insertBytes(cutOff);
      await connection.query(sql`insert into kept values (2)`);
    });
    await expect(work).rejects.toBeInstanceOf(DatabaseUnavailable);
    expect((await database.query(sql`select * from kept`)).rows).toEqual([]);
  });
});
