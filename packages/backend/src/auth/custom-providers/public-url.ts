import { lookup } from "node:dns/promises";
import { BlockList, isIPv6 } from "node:net";
import { badRequest } from "../errors.ts";

/**
 * Addresses that lead into the network that the server stands in, by what the refusal calls them: those
 * of the reference, and what else the registries of special-purpose addresses (IANA, RFC 6890) keep for
 * networks of one's own. Those kept for documentation lead nowhere.
 */
const inside = {
  loopback: ["127.0.0.0/8", "::1/128"],
  "private network": ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7"],
  "link-local": ["169.254.0.0/16", "fe80::/10"],
  multicast: ["224.0.0.0/4", "ff00::/8"],
  unspecified: ["0.0.0.0/8", "::/128"],
  // Carriers' and clouds' own (RFC 6598), protocols' (RFC 6890), measurements' (RFC 2544), and the rest;
  // translators' (RFC 8215), routers' (RFC 9602), site-local as it once was (RFC 3879).
  "special-purpose": [
    ...["100.64.0.0/10", "192.0.0.0/24", "198.18.0.0/15", "240.0.0.0/4"],
    ...["64:ff9b:1::/48", "5f00::/16", "fec0::/10"],
  ],
  // What they lead to is another address, within them (RFC 3056, RFC 4380).
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
    // The same behind a translator (RFC 6052).
    list.addSubnet(`64:ff9b::${address}`, 96 + Number(prefix), "ipv6");
  }
  return { kind, list };
});

/**
 * Refuses an address that the server should not be made to ask: one without TLS, or one within the
 * server's own network, which the outside cannot reach (supabase/auth, `ValidateOAuthURL`).
 *
 * @throws {AuthError} 400
 */
export async function requirePublicUrl(text: string): Promise<void> {
  if (!URL.canParse(text)) throw invalid("Invalid URL format");
  const { protocol, hostname } = new URL(text);
  if (protocol !== "https:") throw invalid("URL must use HTTPS");
  const host = hostname.replace(/^\[|\]$/g, "");
  if (host === "") throw invalid("URL must have a valid hostname");
  if (/^(.*\.)?localhost$|^127\.0\.0\.1$|^::1$|^0\.0\.0\.0$|^::$/.test(host)) {
    throw invalid("URL cannot point to localhost or loopback addresses");
  }
  const addresses = await lookup(host, { all: true }).catch(() => {
    throw invalid("Unable to resolve hostname");
  });
  for (const { address, family } of addresses) {
    const found = lists.find(({ list }) => list.check(address, family === 6 ? "ipv6" : "ipv4"));
    if (found) throw invalid(`URL cannot resolve to ${found.kind} addresses`);
  }
}

const invalid = (message: string) => badRequest("validation_failed", message);
