import { lookup } from "node:dns/promises";
import { BlockList, isIPv6 } from "node:net";
import { badRequest } from "../errors.ts";

/** Addresses that lead into the network that the server stands in, by what the refusal calls them. */
const inside = {
  loopback: ["127.0.0.0/8", "::1/128"],
  "private network": ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7"],
  "link-local": ["169.254.0.0/16", "fe80::/10"],
  multicast: ["224.0.0.0/4", "ff00::/8"],
  unspecified: ["0.0.0.0/8", "::/128"],
} as const;

const lists = Object.entries(inside).map(([kind, ranges]) => {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = "", prefix] = range.split("/");
    list.addSubnet(address, Number(prefix), isIPv6(address) ? "ipv6" : "ipv4");
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
