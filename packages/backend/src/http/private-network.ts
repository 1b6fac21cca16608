import { BlockList, isIPv6 } from "node:net";

/**
 * Addresses within the server's own network, by the name that a refusal gives them: those of supabase/auth,
 * `validateIP`, and the other private ranges of the registries of special-purpose addresses (IANA, RFC 6890).
 * Ranges kept for documentation lead nowhere.
 */
const inside = {
  loopback: ["127.0.0.0/8", "::1/128"],
  "private network": ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7"],
  "link-local": ["169.254.0.0/16", "fe80::/10"],
  multicast: ["224.0.0.0/4", "ff00::/8"],
  unspecified: ["0.0.0.0/8", "::/128"],
  // Carriers and clouds (RFC 6598), protocols (RFC 6890), measurements (RFC 2544), and the rest; translators
  // (RFC 8215), routers (RFC 9602), the former site-local range (RFC 3879).
  "special-purpose": [
    ...["100.64.0.0/10", "192.0.0.0/24", "198.18.0.0/15", "240.0.0.0/4"],
    ...["64:ff9b:1::/48", "5f00::/16", "fec0::/10"],
  ],
  // They contain the address that they lead to (RFC 3056, RFC 4380).
  tunnel: ["2002::/16", "2001::/32"],
} as const;

const lists = Object.entries(inside).map(([kind, ranges]) => {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = "", prefix] = range.split("/");
    if (isIPv6(address)) {
      list.addSubnet(address, Number(prefix), "ipv6");
      continue;
    }
    list.addSubnet(address, Number(prefix), "ipv4");
    // The same range behind a translator (RFC 6052).
    list.addSubnet(`64:ff9b::${address}`, 96 + Number(prefix), "ipv6");
  }
  return { kind, list };
});

/** The kind of an address within the server's own network; undefined for one on the internet. */
export function kindOfPrivateAddress(address: string): string | undefined {
  const family = isIPv6(address) ? "ipv6" : "ipv4";
  return lists.find(({ list }) => list.check(address, family))?.kind;
}
