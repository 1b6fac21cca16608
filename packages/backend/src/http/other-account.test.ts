import { connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { listen } from "../http/listening.ts";
import { belongsToOther, isOfOtherAccount } from "./other-account.ts";

const server = { localAddress: "127.0.0.1", localPort: 54321 };
const client = { remoteAddress: "127.0.0.1", remotePort: 40000 };
const connection = { ...server, ...client };

/** Rows as `/proc/net/tcp` has them. Ports: D431 is 54321, 9C40 is 40000. */
const row = (local: string, remote: string, uid: number, inode: number) =>
  `   0: ${local} ${remote} 01 00000000:00000000 00:00000000 00000000  ${uid}        0 ${inode} 1 0000000000000000 20 4 30 10 -1`;
const accepted = row("0100007F:D431", "0100007F:9C40", 1000, 11);
const ofClient = (uid: number, inode = 12) => row("0100007F:9C40", "0100007F:D431", uid, inode);
const mapped = "0000000000000000FFFF00000100007F";

test.each([
  ["this account", [accepted, ofClient(1000)], false],
  ["the root user", [accepted, ofClient(0)], false],
  ["another account", [accepted, ofClient(1001)], true],
  ["a program that has closed its socket", [accepted, ofClient(0, 0)], true],
  ["nobody any more", [accepted], true],
  ["another account, by IPv6", [accepted, row(`${mapped}:9C40`, `${mapped}:D431`, 1001, 12)], true],
  [
    "another account, at another port",
    [accepted, ofClient(1000), row("0100007F:9C41", "0100007F:D431", 1001, 13)],
    false,
  ],
  ["an account that the system does not name", [], false],
])("a connection of %s is told apart", (_, rows, isOther) => {
  const table = ["  sl  local_address rem_address   st", ...rows].join("\n");
  expect(belongsToOther(table, connection, 1000)).toBe(isOther);
});

test("a connection by ::1 is found", () => {
  const address = "00000000000000000000000001000000";
  const rows = [
    row(`${address}:D431`, `${address}:9C40`, 1000, 11),
    row(`${address}:9C40`, `${address}:D431`, 1001, 12),
  ].join("\n");
  const byIpv6 = { ...connection, localAddress: "::1", remoteAddress: "::1" };
  expect(belongsToOther(rows, byIpv6, 1000)).toBe(true);
});

test.runIf(process.platform === "linux")(
  "a connection of this process is its own account's",
  async () => {
    const own = Promise.withResolvers<boolean>();
    const port = await listen({ host: "127.0.0.1", port: 0 }, (request, response) => {
      own.resolve(isOfOtherAccount(request.socket));
      response.end();
    });
    onTestFinished(() => port.close());
    const socket = connect(Number(new URL(port.origin).port), "127.0.0.1");
    socket.write("GET / HTTP/1.1\r\nhost: localhost\r\n\r\n");
    expect(await own.promise).toBe(false);
    socket.destroy();
  },
);
