/** Records the responses of a soak test, its disturbances, and the faults that it finds. */
import { setTimeout as sleep } from "node:timers/promises";

/**
 * The kinds of disturbance. A request may get no response only during a `kill`, and a response with status 500 or more
 * only during a `kill` or while the `database` is down.
 */
export type Trouble = "kill" | "database" | "mail" | "clock";

interface Disturbance {
  readonly trouble: Trouble;
  readonly startedAt: number;
  endedAt: number;
}

export interface ParsedResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
  // biome-ignore lint/suspicious/noExplicitAny: the callers know the shape of each body
  readonly body: any;
}

/** The outcome of a request: successful, refused, or unknown, if it may or may not have been executed. */
export type Outcome =
  | { readonly kind: "good"; readonly response: ParsedResponse }
  | { readonly kind: "refused"; readonly response: ParsedResponse; readonly status: number }
  | { readonly kind: "unknown" };

export interface Request {
  /** The name of the request in the report. */
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly token?: string | undefined;
  readonly json?: unknown;
  readonly content?: Buffer;
  readonly headers?: Readonly<Record<string, string>>;
  /** Statuses that count as a correct refusal in the current state. */
  readonly refusals?: readonly number[];
}

/** How long after a disturbance a response may still be affected. */
const gracePeriodMs = 3_000;
const requestTimeoutMs = 60_000;

export class SoakRecord {
  readonly origin: string;
  readonly faults: string[] = [];
  /** The number of responses by request and status. */
  readonly responseCounts = new Map<string, number>();
  readonly disturbances: Disturbance[] = [];
  slowestMs = 0;
  /** How far the server's clock is ahead. */
  clockOffsetMs = 0;

  constructor(origin: string) {
    this.origin = origin;
  }

  addFault(message: string): void {
    this.faults.push(`${new Date().toISOString()} ${message}`);
  }

  count(label: string): void {
    this.responseCounts.set(label, (this.responseCounts.get(label) ?? 0) + 1);
  }

  async disturbDuring<Value>(trouble: Trouble, work: () => Promise<Value>): Promise<Value> {
    const disturbance = { trouble, startedAt: Date.now(), endedAt: Number.POSITIVE_INFINITY };
    this.disturbances.push(disturbance);
    try {
      return await work();
    } finally {
      disturbance.endedAt = Date.now();
    }
  }

  /** Returns whether one of these disturbances was active at or after `since`, or had just ended. */
  wasDisturbed(since: number, ...troubles: readonly Trouble[]): boolean {
    return this.wasDisturbedIn([since, Date.now()], troubles);
  }

  wasDisturbedIn([from, to]: readonly [number, number], troubles: readonly Trouble[]): boolean {
    return this.disturbances.some(
      ({ trouble, startedAt, endedAt }) =>
        troubles.includes(trouble) && startedAt <= to && endedAt + gracePeriodMs >= from,
    );
  }

  async send(request: Request): Promise<Outcome> {
    const { name } = request;
    const startedAt = Date.now();
    const response = await this.#send(request).catch((error: unknown) => String(error));
    const durationMs = Date.now() - startedAt;
    if (typeof response === "string") {
      this.count(`${name}: no response`);
      if (!this.wasDisturbed(startedAt, "kill")) {
        this.addFault(`${name}: ${response} after ${durationMs} ms`);
      }
      await sleep(200);
      return { kind: "unknown" };
    }
    this.slowestMs = Math.max(this.slowestMs, durationMs);
    const { status, body } = response;
    const isGood = status < 400;
    const code = isGood ? "" : ` ${codeOf(body)}`;
    this.count(`${name}: ${status}${code}`);
    if (isGood) return { kind: "good", response };
    const description = `${name}: ${status} ${response.bytes.toString().slice(0, 300)}`;
    if (codeOf(body) === "") this.addFault(`${description} (not in the wire's format)`);
    if (status >= 500) {
      if (!this.wasDisturbed(startedAt, "kill", "database")) this.addFault(description);
      return { kind: "unknown" };
    }
    // The storage wire sends most errors with status 400; the body contains the real status.
    const refusal = Number(body?.["statusCode"] ?? status);
    if (!request.refusals?.includes(refusal)) this.addFault(description);
    return { kind: "refused", response, status: refusal };
  }

  async #send({ method, path, token, json, content, headers }: Request): Promise<ParsedResponse> {
    const response = await fetch(new URL(path, this.origin), {
      method,
      headers: {
        "x-supabase-api-version": "2024-01-01",
        ...(json === undefined ? {} : { "content-type": "application/json" }),
        ...(content ? { "content-type": "application/octet-stream", "x-upsert": "true" } : {}),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...headers,
      },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      ...(content ? { body: new Uint8Array(content) } : {}),
      redirect: "manual",
      signal: AbortSignal.timeout(requestTimeoutMs),
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    const isJson = response.headers.get("content-type")?.includes("json");
    const body = isJson && bytes.length > 0 ? JSON.parse(bytes.toString()) : undefined;
    return { status: response.status, headers: response.headers, bytes, body };
  }
}

/** Returns the error code of a body, in the format of any wire; empty if it has none. */
function codeOf(body: Record<string, unknown> | undefined): string {
  const message = body?.["message"] ?? body?.["msg"];
  const code = body?.["code"] ?? body?.["error_code"] ?? body?.["error"];
  return typeof message === "string" && (typeof code === "string" || typeof code === "number")
    ? String(code)
    : "";
}
