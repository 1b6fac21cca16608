import { lookup } from "node:dns";
import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { Pieces } from "./body.ts";
import { kindOfPrivateAddress } from "./private-network.ts";

/** Which addresses SQL may make the server ask. */
export interface Rule {
  /**
   * "the internet" leaves out everything that only the server reaches. "this network" leaves out link-local
   * addresses alone, where clouds keep the credentials of their machines.
   */
  readonly allowed: "the internet" | "this network";
  /** The server's own origin, which is allowed wherever it is. */
  readonly own: string;
}

export interface OutgoingRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | undefined;
  /** In milliseconds. */
  readonly timeout: number;
}

/** The answer, or the reason that there is none. */
export interface Received {
  readonly status?: number;
  readonly type?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly text?: string;
  readonly failure?: string;
  readonly isTimeout?: boolean;
}

/** The largest answer that is kept, in bytes. */
const largestAnswer = 1024 * 1024;

/** In milliseconds. */
const longestTimeout = 120_000;

/**
 * Sends a request whose address came from data. The address is checked as it is connected to, so a name
 * cannot resolve to another one afterwards. Redirects are answers like others.
 */
export function sendRequest(
  { method, url: text, headers, body, timeout }: OutgoingRequest,
  rule: Rule,
): Promise<Received> {
  if (!URL.canParse(text)) return Promise.resolve({ failure: "URL using bad/illegal format" });
  const url = new URL(text);
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    return Promise.resolve({ failure: `Unsupported protocol: ${url.protocol}` });
  }
  const isOwn = url.origin === rule.own;
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const refused = isOwn || isIP(host) === 0 ? undefined : refusalOf(host, rule);
  if (refused) return Promise.resolve({ failure: refused });
  const limit = Math.max(1, Math.min(timeout, longestTimeout));
  return new Promise((resolve) => {
    const request = url.protocol === "https:" ? requestHttps : requestHttp;
    let sent: ReturnType<typeof request>;
    const timer = setTimeout(() => {
      resolve({ failure: `Timeout of ${limit} ms reached`, isTimeout: true });
      sent?.destroy();
    }, limit);
    const settle = (received: Received) => {
      clearTimeout(timer);
      resolve(received);
    };
    try {
      sent = request(
        url,
        { method, headers: { ...headers }, ...(isOwn ? {} : { lookup: checked(rule) }) },
        (answer) => {
          const pieces = new Pieces();
          let size = 0;
          answer.on("data", (chunk: Buffer) => {
            size += chunk.length;
            pieces.add(chunk);
            if (size > largestAnswer) {
              settle({ failure: `The answer is larger than ${largestAnswer} bytes` });
              answer.destroy();
            }
          });
          answer.on("end", () => {
            const received = Object.entries(answer.headers).map(([name, value]) => [
              name,
              Array.isArray(value) ? value.join(", ") : (value ?? ""),
            ]);
            settle({
              status: answer.statusCode ?? 0,
              type: answer.headers["content-type"],
              headers: Object.fromEntries(received),
              // PostgreSQL's text holds no zero.
              text: pieces.whole().toString("utf8").replaceAll("\0", ""),
            });
          });
          answer.on("error", (error) => settle({ failure: error.message }));
        },
      );
      sent.on("error", (error) => settle({ failure: error.message || String(error) }));
      sent.end(body);
    } catch (error) {
      // A header with a line break, for one.
      settle({ failure: error instanceof Error ? error.message : String(error) });
    }
  });
}

function checked(rule: Rule): LookupFunction {
  return (hostname, options, callback) =>
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error || !first) return callback(error ?? new Error(`${hostname} has no address`), "");
      for (const { address } of addresses) {
        const refused = refusalOf(address, rule);
        if (refused) return callback(new Error(refused), "");
      }
      if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
}

function refusalOf(address: string, { allowed }: Rule): string | undefined {
  const kind = kindOfPrivateAddress(address);
  if (kind === undefined || (allowed === "this network" && kind !== "link-local")) return undefined;
  return `Requests to ${kind} addresses are not sent`;
}
