import { lookup } from "node:dns/promises";
import { kindOfPrivateAddress } from "../../http/protection/private-network.ts";
import { badRequest } from "../errors.ts";

/**
 * Refuses a URL without TLS or within the server's internal network, to prevent SSRF (supabase/auth,
 * `ValidateOAuthURL`).
 *
 * @throws {AuthError} 400
 */
export async function requirePublicUrl(text: string): Promise<void> {
  if (!/^https:/i.test(text)) throw invalid("URL must use HTTPS");
  if (!URL.canParse(text)) throw invalid("Invalid URL format");
  const { hostname } = new URL(text);
  const host = hostname.replace(/^\[|\]$/g, "");
  if (host === "") throw invalid("URL must have a valid hostname");
  if (/^(.*\.)?localhost$|^127\.0\.0\.1$|^::1$|^0\.0\.0\.0$|^::$/.test(host)) {
    throw invalid("URL cannot point to localhost or loopback addresses");
  }
  const addresses = await lookup(host, { all: true }).catch(() => {
    throw invalid("Unable to resolve hostname");
  });
  for (const { address } of addresses) {
    const kind = kindOfPrivateAddress(address);
    if (kind) throw invalid(`URL cannot resolve to ${kind} addresses`);
  }
}

const invalid = (message: string) => badRequest("validation_failed", message);
