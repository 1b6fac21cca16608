import { isIP } from "node:net";

/**
 * Returns the canonical form of an IP address, which may have a port, brackets or a zone. IPv4-mapped addresses
 * (RFC 4291, section 2.5.5.2) and translated ones (RFC 6052) become IPv4. Any other IPv6 address is formatted
 * according to RFC 5952.
 *
 * @returns undefined if the text is not an address, such as `unknown`
 */
export function canonicalAddress(text: string): string | undefined {
  const [, bracketedAddress, plainAddress = bracketedAddress] =
    /^\[([^\]]*)\](?::\d+)?$|^(\d+(?:\.\d+){3})(?::\d+)?$/.exec(text.trim()) ?? [];
  const address = (plainAddress ?? text.trim()).replace(/%.*$/, "");
  if (isIP(address) !== 6) return isIP(address) === 4 ? address : undefined;
  const groups = groupsOf(address);
  const isIpv4 = ipv4Prefixes.some((prefix) =>
    prefix.every((group, index) => groups[index] === group),
  );
  if (isIpv4)
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 255])
      .join(".");
  return new URL(`http://[${address}]`).hostname.slice(1, -1);
}

/** The prefixes (96 bits) of IPv6 addresses that contain an IPv4 address. */
const ipv4Prefixes: readonly (readonly number[])[] = [
  [0, 0, 0, 0, 0, 0xffff],
  [0x64, 0xff9b, 0, 0, 0, 0],
];

/** Returns the eight groups of an IPv6 address. */
function groupsOf(address: string): number[] {
  // The URL Standard serializes the address without dotted decimals.
  const [head = "", tail = ""] = new URL(`http://[${address}]`).hostname.slice(1, -1).split("::");
  const parseGroups = (part: string) =>
    part
      .split(":")
      .filter(Boolean)
      .map((hex) => parseInt(hex, 16));
  const [headGroups, tailGroups] = [parseGroups(head), parseGroups(tail)];
  const zeros = Array<number>(8 - headGroups.length - tailGroups.length).fill(0);
  return [...headGroups, ...zeros, ...tailGroups];
}

/**
 * Returns the network that one subscriber usually has: a single IPv4 address, or an IPv6 /64 (RFC 6177, RFC 7421).
 */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const groups = groupsOf(address).slice(0, 4);
  return `${groups.map((group) => group.toString(16)).join(":")}::/64`;
}

/** Returns whether the text is a loopback address. Names do not count, not even `localhost`. */
export function isLoopback(address: string): boolean {
  const canonical = canonicalAddress(address);
  return canonical === "::1" || canonical?.startsWith("127.") === true;
}
