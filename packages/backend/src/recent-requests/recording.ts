import type { Context } from "hono";
import { redact } from "../http/protection/log-refusals.ts";
import type { Recording, WireName } from "./recorded-request.ts";
import { redactPath, redactText } from "./redact.ts";

const maxPathLength = 4_000;
const maxHeaderLength = 500;

/** The headers that determine the meaning of a request. None of them contains a secret. */
const recordedHeaders = [
  "accept",
  "accept-profile",
  "content-profile",
  "content-type",
  "prefer",
  "range",
  "range-unit",
  "x-upsert",
  "x-region",
];

/** Starts the recording of a request. */
export function startRecording(c: Context, id: number): Recording {
  const { method } = c.req;
  const wire = wireOf(c.req.path);
  const { url, headers } = c.req.raw;
  const sentPath = url.slice(url.indexOf("/", url.indexOf("://") + 3));
  const { text: path, isComplete } = redactPath(sentPath, wire, maxPathLength);
  return {
    id,
    at: Date.now(),
    wire,
    method: method.slice(0, 16),
    path,
    isComplete,
    shortPath: redactText(redact(c.req.path)),
    status: 0,
    durationMs: 0,
    errorCode: null,
    rows: null,
    body: null,
    caller: { role: null, user: null, email: null, token: "none" },
    headers: recordedHeaders.flatMap((name): [string, string][] => {
      const value = headers.get(name);
      const isDefault = value === null || value === "*/*";
      return isDefault ? [] : [[name, redactText(value.slice(0, maxHeaderLength))]];
    }),
    statements: [],
    messages: [],
    logs: [],
    claims: null,
    revision: 0,
    characters: 0,
  };
}

/** The status of requests whose client did not wait for the response (nginx, `NGX_HTTP_CLIENT_CLOSED_REQUEST`). */
const cancelledStatus = 499;

/** Adds the response to a recording. */
export function finishRecording(
  recording: Recording,
  { res, req }: Pick<Context, "res" | "req">,
  durationMs: number,
): void {
  const { headers } = res;
  // The client has closed the connection, which often also stops the request's statements with an error. Do not report
  // that error.
  const isCancelled = req.raw.signal.aborted;
  const status = isCancelled ? cancelledStatus : res.status;
  const code =
    headers.get("x-sb-error-code") ??
    /error=(\w+)/.exec(headers.get("proxy-status") ?? "")?.[1] ??
    /[?&#]error_code=(\w+)/.exec(headers.get("location") ?? "")?.[1];
  recording.status = status;
  recording.durationMs = Math.round(durationMs);
  recording.errorCode = isCancelled ? "cancelled" : (code?.slice(0, 100) ?? null);
  recording.rows = countRows(recording, headers.get("content-range"));
}

/** Returns the number of rows in a REST API response. Among the writes, only updates report a meaningful range. */
function countRows({ wire, method, status }: Recording, range: string | null): number | null {
  if (wire !== "rest" || range === null || status >= 400) return null;
  if (!["GET", "HEAD", "PATCH"].includes(method)) return null;
  if (range.startsWith("*/")) return 0;
  const [, first, last] = /^(\d+)-(\d+)\//.exec(range) ?? [];
  return first === undefined || last === undefined ? null : Number(last) - Number(first) + 1;
}

const wires = ["auth", "rest", "storage", "realtime", "functions", "graphql"] as const;

const wireOf = (path: string): WireName | null =>
  wires.find((wire) => path === `/${wire}/v1` || path.startsWith(`/${wire}/v1/`)) ?? null;
