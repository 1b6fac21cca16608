import { BlockList, isIPv6 } from "node:net";

/**
 * Address ranges that are not part of the public internet, by the name that error messages use. They are those of
 * `validateIP` in supabase/auth, and the other private ranges of IANA's special-purpose registries (RFC 6890). Ranges
 * for documentation are omitted, because nothing is reachable there.
 */
const privateRanges = {
  // Addresses outside 169.254.0.0/16 at which clouds serve credentials and settings: Azure (reachable in every virtual
  // network), Alibaba and Oracle; AWS and Google over IPv6.
  "cloud metadata": [
    "168.63.129.16/32",
    "100.100.100.200/32",
    "192.0.0.192/32",
    "fd00:ec2::/32",
    "fd20:ce::/32",
  ],
  loopback: ["127.0.0.0/8", "::1/128"],
  "private network": ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7"],
  "link-local": ["169.254.0.0/16", "fe80::/10"],
  multicast: ["224.0.0.0/4", "ff00::/8"],
  unspecified: ["0.0.0.0/8", "::/128"],
  // Carrier-grade NAT and clouds (RFC 6598), protocol assignments (RFC 6890), benchmarks (RFC 2544), reserved;
  // segment routing (RFC 9602), the former site-local range (RFC 3879), discarded (RFC 6666).
  "special-purpose": [
    "100.64.0.0/10",
    "192.0.0.0/24",
    "198.18.0.0/15",
    "240.0.0.0/4",
    "192.88.99.0/24",
    "5f00::/16",
    "fec0::/10",
    "100::/64",
  ],
  // Addresses that contain the IPv4 address that they lead to: 6to4 (RFC 3056), Teredo (RFC 4380), local translation
  // (RFC 8215), IPv4-translated (RFC 2765) and IPv4-compatible addresses (RFC 4291).
  tunnel: ["2002::/16", "2001::/32", "64:ff9b:1::/48", "::ffff:0:0:0/96", "::/96"],
} as const;

const blockLists = Object.entries(privateRanges).map(([kind, ranges]) => {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = "", prefix] = range.split("/");
    if (isIPv6(address)) {
      list.addSubnet(address, Number(prefix), "ipv6");
      continue;
    }
    list.addSubnet(address, Number(prefix), "ipv4");
    // The same range through NAT64 (RFC 6052).
    list.addSubnet(`64:ff9b::${address}`, 96 + Number(prefix), "ipv6");
  }
  return { kind, list };
});

/**
 * Returns whether addresses of this kind are refused even on a local network, because clouds serve the credentials of
 * their machines there, or because the address may hide another one.
 */
export const isNeverLocal = (kind: string): boolean =>
  ["cloud metadata", "link-local", "tunnel"].includes(kind);

/** Returns the kind of a private address, or undefined for one on the internet. */
export function kindOfPrivateAddress(address: string): string | undefined {
  const family = isIPv6(address) ? "ipv6" : "ipv4";
  return blockLists.find(({ list }) => list.check(address, family))?.kind;
}
