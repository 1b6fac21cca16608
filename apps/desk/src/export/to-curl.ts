import type { RecordedRequest } from "../api/requests.ts";

/** Replaces the user's own token in generated code. */
export const tokenPlaceholder = "YOUR_ACCESS_TOKEN";
export const secretKeyPlaceholder = "YOUR_SECRET_KEY";

/** The parts of a request that are needed to send it again. */
export type SentRequest = Pick<
  RecordedRequest,
  "wire" | "method" | "path" | "caller" | "headers" | "body"
>;

interface Project {
  readonly url: string;
  readonly publishableKey: string;
}

/**
 * Returns a request as a curl command. It contains the publishable key, but only placeholders for tokens and the secret
 * key.
 */
export function toCurl(request: SentRequest, { url, publishableKey }: Project): string {
  const { method, path, caller, headers, body } = request;
  const key = caller.role === "service_role" ? secretKeyPlaceholder : publishableKey;
  const token = caller.user !== null ? tokenPlaceholder : key;
  const credentials =
    caller.token === "none"
      ? []
      : [
          ["apikey", key],
          ["authorization", `Bearer ${token}`],
        ];
  const lines = [
    `curl ${method === "HEAD" ? "--head" : `-X ${method}`} ${shellQuote(`${url}${path}`)}`,
    ...[...credentials, ...headers].map(([name, value]) => `-H ${shellQuote(`${name}: ${value}`)}`),
    ...(body === null ? [] : [`--data-raw ${shellQuote(body)}`]),
  ];
  return `${lines.join(" \\\n  ")}\n`;
}

/** Quotes a text for a POSIX shell, where no character is special between single quotes. */
const shellQuote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
