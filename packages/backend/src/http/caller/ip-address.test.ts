import { describe, expect, test } from "vitest";
import { canonicalAddress, isLoopback, networkOf } from "./ip-address.ts";

describe("an address has one canonical spelling", () => {
  test.each([
    ["203.0.113.7", ["203.0.113.7:4711", " 203.0.113.7 ", "[203.0.113.7]:80"]],
    ["203.0.113.7", ["::ffff:203.0.113.7", "::FFFF:CB00:7107", "[::ffff:203.0.113.7]:4711"]],
    ["203.0.113.7", ["0:0:0:0:0:ffff:cb00:7107", "64:ff9b::203.0.113.7", "64:ff9b::cb00:7107"]],
    ["2001:db8::7", ["2001:DB8:0:0:0:0:0:7", "[2001:db8::7]", "[2001:db8::7]:4711"]],
    ["2001:db8::7", ["2001:0db8::0007", "2001:db8::0.0.0.7", "2001:db8::7%eth0"]],
    ["fe80::1", ["fe80::1%eth0", "[fe80::1%25eth0]:80", "FE80:0::1"]],
    ["::1", ["0:0:0:0:0:0:0:1", "[::1]", "::0.0.0.1"]],
    ["127.0.0.1", ["::ffff:127.0.0.1", "127.0.0.1:80", "::ffff:7f00:1"]],
  ])("an address has one canonical spelling: %s", (address, spellings) => {
    for (const spelling of [address, ...spellings]) {
      expect([spelling, canonicalAddress(spelling)]).toEqual([spelling, address]);
    }
  });
});

test.each([
  "",
  "unknown",
  "_hidden",
  "localhost",
  "203.0.113",
  "203.0.113.007",
  "0xcb.0.113.7",
  "3405803783",
  "203.0.113.7.",
  "203.0.113.7:",
  "203.0.113.7:port",
  "1.2.3.4, 5.6.7.8",
  "2001:db8::7::",
  "[2001:db8::7",
  "[2001:db8::7]:",
  "2001:db8::7]",
  "for=203.0.113.7",
])("%j is not an address", (text) => expect(canonicalAddress(text)).toBeUndefined());

test("addresses of one /64 are one network, and each IPv4 address is a network of its own", () => {
  const networks = ["2001:db8:1:2::1", "2001:db8:1:2:ffff:ffff:ffff:ffff", "2001:db8:1:2::"];
  expect(new Set(networks.map(networkOf))).toEqual(new Set(["2001:db8:1:2::/64"]));
  expect(networkOf("2001:db8:1:3::1")).toBe("2001:db8:1:3::/64");
  expect(networkOf("::1:2:3:4")).toBe("0:0:0:0::/64");
  expect(networkOf("203.0.113.7")).toBe("203.0.113.7");
});

test("a loopback address is recognized, and a name is not", () => {
  const loopbackAddresses = [
    "127.0.0.1",
    "127.8.0.1",
    "::1",
    "[::1]",
    "::ffff:127.0.0.1",
    "::ffff:7f00:1",
  ];
  expect(loopbackAddresses.filter(isLoopback)).toEqual(loopbackAddresses);
  const otherTexts = [
    "localhost",
    "127.evil.example",
    "127.0.0.1.evil.example",
    "::2",
    "128.0.0.1",
    "",
  ];
  expect(otherTexts.filter(isLoopback)).toEqual([]);
});
