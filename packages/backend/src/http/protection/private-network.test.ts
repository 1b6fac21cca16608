import { describe, expect, test } from "vitest";
import { sendRequest } from "../outgoing-request.ts";
import { isNeverLocal, kindOfPrivateAddress } from "./private-network.ts";

/** Addresses at which clouds serve the credentials and settings of their machines. */
const metadataAddresses = [
  "169.254.169.254",
  "169.254.170.2",
  "168.63.129.16",
  "100.100.100.200",
  "192.0.0.192",
  "fd00:ec2::254",
  "fd00:ec2::23",
  "fd20:ce::254",
];

const ipv4Addresses = metadataAddresses.filter((address) => !address.includes(":"));
const toHexGroups = (address: string) => {
  const bytes = Buffer.from(address.split(".").map(Number)).toString("hex");
  return `${bytes.slice(0, 4)}:${bytes.slice(4)}`;
};
const hiddenAddresses = ipv4Addresses.flatMap((address) => [
  `::ffff:${address}`,
  `::ffff:${toHexGroups(address)}`,
  `::${toHexGroups(address)}`,
  `::ffff:0:${toHexGroups(address)}`,
  `64:ff9b::${toHexGroups(address)}`,
  `64:ff9b:1::${toHexGroups(address)}`,
  `2002:${toHexGroups(address)}::1`,
]);

describe("a request that SQL makes", () => {
  test.each([...metadataAddresses, ...hiddenAddresses])(
    "a request is not sent to the metadata address %s",
    async (address) => {
      const kind = kindOfPrivateAddress(address);
      expect(kind && isNeverLocal(kind)).toBe(true);
      const host = address.includes(":") ? `[${address}]` : address;
      for (const allowed of ["the internet", "this network"] as const) {
        const request = {
          method: "GET",
          url: `http://${host}/latest`,
          headers: {},
          timeout: 1_000,
        };
        const { failure } = await sendRequest(request, { allowed, own: "http://localhost:1" });
        expect(failure).toBe(`Requests to ${kind} addresses are not sent`);
      }
    },
  );

  test.each(["127.0.0.1", "::1", "10.1.2.3", "192.168.1.1", "fd12:3456::1", "100.64.0.1"])(
    "may reach %s in development alone",
    (address) => {
      const kind = kindOfPrivateAddress(address);
      expect(kind).toBeDefined();
      expect(kind && isNeverLocal(kind)).toBe(false);
    },
  );

  test.each(["1.1.1.1", "168.63.129.17", "8.8.8.8", "2606:4700::1111", "::ffff:8.8.8.8"])(
    "may reach %s on the internet",
    (address) => {
      expect(kindOfPrivateAddress(address)).toBeUndefined();
    },
  );
});
