import { connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { listen } from "../listening/listen.ts";
import { belongsToOther, isOfOtherAccount } from "./other-account.ts";

const server = { localAddress: "127.0.0.1", localPort: 54321 };
const client = { remoteAddress: "127.0.0.1", remotePort: 40000 };
const connection = { ...server, ...client };

/** Returns a row in the format of `/proc/net/tcp`. The port D431 is 54321, and 9C40 is 40000. */
const row = (local: string, remote: string, uid: number, inode: number) =>
  `   0: ${local} ${remote} 01 00000000:00000000 00:00000000 00000000  ${uid}        0 ${inode} 1 0000000000000000 20 4 30 10 -1`;
const acceptedRow = row("0100007F:D431", "0100007F:9C40", 1000, 11);
const clientRow = (uid: number, inode = 12) => row("0100007F:9C40", "0100007F:D431", uid, inode);
const mappedAddress = "0000000000000000FFFF00000100007F";

test.each([
  ["this account", [acceptedRow, clientRow(1000)], false],
  ["the root user", [acceptedRow, clientRow(0)], false],
  ["another account", [acceptedRow, clientRow(1001)], true],
  ["a program that has closed its socket", [acceptedRow, clientRow(0, 0)], true],
  ["nobody any more", [acceptedRow], true],
  [
    "another account, by IPv6",
    [acceptedRow, row(`${mappedAddress}:9C40`, `${mappedAddress}:D431`, 1001, 12)],
    true,
  ],
  [
    "another account, at another port",
    [acceptedRow, clientRow(1000), row("0100007F:9C41", "0100007F:D431", 1001, 13)],
    false,
  ],
  ["an account that the system does not name", [], false],
])("a connection of %s is attributed to the right account", (_, rows, isOther) => {
  const table = ["  sl  local_address rem_address   st", ...rows].join("\n");
  expect(belongsToOther(table, connection, 1000)).toBe(isOther);
});

test("a connection by ::1 is found", () => {
  const address = "00000000000000000000000001000000";
  const rows = [
    row(`${address}:D431`, `${address}:9C40`, 1000, 11),
    row(`${address}:9C40`, `${address}:D431`, 1001, 12),
  ].join("\n");
  const ipv6Connection = { ...connection, localAddress: "::1", remoteAddress: "::1" };
  expect(belongsToOther(rows, ipv6Connection, 1000)).toBe(true);
});

test.runIf(process.platform === "linux")(
  "a connection of this process is its own account's",
  async () => {
    const isOwn = Promise.withResolvers<boolean>();
    const port = await listen({ host: "127.0.0.1", port: 0 }, (request, response) => {
      isOwn.resolve(isOfOtherAccount(request.socket));
      response.end();
    });
    onTestFinished(() => port.close());
    const socket = connect(Number(new URL(port.origin).port), "127.0.0.1");
    socket.write("GET / HTTP/1.1\r\nhost: localhost\r\n\r\n");
    expect(await isOwn.promise).toBe(false);
    socket.destroy();
  },
);
