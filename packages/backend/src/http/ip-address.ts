import { isIP } from "node:net";

/**
 * The canonical spelling of an IP address, which a header may write with a port, in brackets, or with a zone.
 * An IPv4 address carried in IPv6 (RFC 4291, section 2.5.5.2) or written by a translator (RFC 6052) stays
 * IPv4. Any other IPv6 address is written as RFC 5952 requires.
 *
 * @returns undefined for text that is no address, such as `unknown`
 */
export function canonicalAddress(text: string): string | undefined {
  const [, bracketed, plain = bracketed] =
    /^\[([^\]]*)\](?::\d+)?$|^(\d+(?:\.\d+){3})(?::\d+)?$/.exec(text.trim()) ?? [];
  const address = (plain ?? text.trim()).replace(/%.*$/, "");
  if (isIP(address) !== 6) return isIP(address) === 4 ? address : undefined;
  const groups = groupsOf(address);
  const isIpv4 = carriers.some((carrier) => carrier.every((group, at) => groups[at] === group));
  if (isIpv4)
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 255])
      .join(".");
  return new URL(`http://[${address}]`).hostname.slice(1, -1);
}

/** The first 96 bits of an IPv6 address that carries an IPv4 address. */
const carriers: readonly (readonly number[])[] = [
  [0, 0, 0, 0, 0, 0xffff],
  [0x64, 0xff9b, 0, 0, 0, 0],
];

/** The eight groups of an IPv6 address. */
function groupsOf(address: string): number[] {
  // The URL Standard writes the address without a dotted end.
  const [head = "", tail = ""] = new URL(`http://[${address}]`).hostname.slice(1, -1).split("::");
  const numbers = (part: string) =>
    part
      .split(":")
      .filter(Boolean)
      .map((hex) => parseInt(hex, 16));
  const [first, last] = [numbers(head), numbers(tail)];
  return [...first, ...Array<number>(8 - first.length - last.length).fill(0), ...last];
}

/**
 * The addresses that one subscriber holds: a single IPv4 address, or at least 64 bits of IPv6 (RFC 6177, RFC
 * 7421).
 */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const groups = groupsOf(address).slice(0, 4);
  return `${groups.map((group) => group.toString(16)).join(":")}::/64`;
}

/** True for a loopback address; false for a name, `localhost` too. */
export function isLoopback(address: string): boolean {
  const canonical = canonicalAddress(address);
  return canonical === "::1" || canonical?.startsWith("127.") === true;
}
