import { lookup } from "node:dns";
import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { ChunkBuffer } from "./body/body.ts";
import { isNeverLocal, kindOfPrivateAddress } from "./protection/private-network.ts";

/** Determines which addresses requests from SQL may reach. */
export interface AddressRule {
  /**
   * "the internet" excludes every address that only the server can reach. "this network" only excludes addresses at
   * which clouds serve the credentials of their machines, and addresses that may hide such an address.
   */
  readonly allowed: "the internet" | "this network";
  /** The server's own origin, which is always allowed. */
  readonly own: string;
}

export interface OutgoingRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | undefined;
  /** The timeout in milliseconds. */
  readonly timeout: number;
}

/** The response, or the reason why it is missing. */
export interface OutgoingResult {
  readonly status?: number;
  readonly type?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly text?: string;
  readonly failure?: string;
  readonly isTimeout?: boolean;
}

const maxResponseBytes = 1024 * 1024;

const maxTimeoutMs = 120_000;

/**
 * Sends a request to a URL that comes from data. The address is checked when the connection is opened, so that the name
 * cannot resolve to a different address in between. Redirects are not followed.
 */
export function sendRequest(
  { method, url: urlText, headers, body, timeout }: OutgoingRequest,
  rule: AddressRule,
): Promise<OutgoingResult> {
  if (!URL.canParse(urlText)) return Promise.resolve({ failure: "URL using bad/illegal format" });
  const url = new URL(urlText);
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    return Promise.resolve({ failure: `Unsupported protocol: ${url.protocol}` });
  }
  const isOwn = url.origin === rule.own;
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const blockedReason = isOwn || isIP(host) === 0 ? undefined : blockedAddressReason(host, rule);
  if (blockedReason) return Promise.resolve({ failure: blockedReason });
  const timeoutMs = Math.max(1, Math.min(timeout, maxTimeoutMs));
  return new Promise((resolve) => {
    const request = url.protocol === "https:" ? requestHttps : requestHttp;
    let outgoing: ReturnType<typeof request>;
    const timer = setTimeout(() => {
      resolve({ failure: `Timeout of ${timeoutMs} ms reached`, isTimeout: true });
      outgoing?.destroy();
    }, timeoutMs);
    const settle = (result: OutgoingResult) => {
      clearTimeout(timer);
      resolve(result);
    };
    try {
      outgoing = request(
        url,
        {
          method,
          headers: { ...headers },
          ...(isOwn ? {} : { lookup: createCheckedLookup(rule) }),
        },
        (response) => {
          const chunks = new ChunkBuffer();
          let size = 0;
          response.on("data", (chunk: Buffer) => {
            size += chunk.length;
            chunks.add(chunk);
            if (size > maxResponseBytes) {
              settle({ failure: `The response is larger than ${maxResponseBytes} bytes` });
              response.destroy();
            }
          });
          response.on("end", () => {
            const headerEntries = Object.entries(response.headers).map(([name, value]) => [
              name,
              Array.isArray(value) ? value.join(", ") : (value ?? ""),
            ]);
            settle({
              status: response.statusCode ?? 0,
              type: response.headers["content-type"],
              headers: Object.fromEntries(headerEntries),
              // PostgreSQL's text type cannot contain NUL.
              text: chunks.concat().toString("utf8").replaceAll("\0", ""),
            });
          });
          response.on("error", (error) => settle({ failure: error.message }));
        },
      );
      outgoing.on("error", (error) => settle({ failure: error.message || String(error) }));
      outgoing.end(body);
    } catch (error) {
      // The request is invalid, for example because a header contains a line break.
      settle({ failure: error instanceof Error ? error.message : String(error) });
    }
  });
}

function createCheckedLookup(rule: AddressRule): LookupFunction {
  return (hostname, options, callback) =>
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      const [firstAddress] = addresses ?? [];
      if (error || !firstAddress)
        return callback(error ?? new Error(`${hostname} has no address`), "");
      for (const { address } of addresses) {
        const blockedReason = blockedAddressReason(address, rule);
        if (blockedReason) return callback(new Error(blockedReason), "");
      }
      if (options.all) callback(null, addresses);
      else callback(null, firstAddress.address, firstAddress.family);
    });
}

function blockedAddressReason(address: string, { allowed }: AddressRule): string | undefined {
  const kind = kindOfPrivateAddress(address);
  if (kind === undefined || (allowed === "this network" && !isNeverLocal(kind))) return undefined;
  return `Requests to ${kind} addresses are not sent`;
}
