/** Records the answers of a soak test, its disturbances, and the faults that it finds. */
import { setTimeout as sleep } from "node:timers/promises";

/** A kind of disturbance. A `kill` excuses a request without an answer; `kill` and `database` excuse a failed one. */
export type Trouble = "kill" | "database" | "mail" | "clock";

interface Disturbance {
  readonly trouble: Trouble;
  readonly begun: number;
  ended: number;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what the wire wrote.
  readonly body: any;
}

/** The outcome of a request: as expected, refused, or unknown if it may have been executed or not. */
export type Outcome =
  | { readonly kind: "good"; readonly answer: Answer }
  | { readonly kind: "refused"; readonly answer: Answer; readonly status: number }
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

/** How many milliseconds after a disturbance an answer may still be affected. */
const grace = 3_000;
const patience = 60_000;

export class SoakRecord {
  readonly origin: string;
  readonly faults: string[] = [];
  /** How often each request got each answer. */
  readonly answers = new Map<string, number>();
  readonly disturbances: Disturbance[] = [];
  slowest = 0;
  /** How many milliseconds the server's clock is ahead. */
  offset = 0;

  constructor(origin: string) {
    this.origin = origin;
  }

  fault(words: string): void {
    this.faults.push(`${new Date().toISOString()} ${words}`);
  }

  count(label: string): void {
    this.answers.set(label, (this.answers.get(label) ?? 0) + 1);
  }

  async during<Value>(trouble: Trouble, work: () => Promise<Value>): Promise<Value> {
    const disturbance = { trouble, begun: Date.now(), ended: Number.POSITIVE_INFINITY };
    this.disturbances.push(disturbance);
    try {
      return await work();
    } finally {
      disturbance.ended = Date.now();
    }
  }

  /** Returns whether one of these disturbances was active since then, or had just ended. */
  wasDisturbed(since: number, ...troubles: readonly Trouble[]): boolean {
    return this.wasDisturbedIn([since, Date.now()], troubles);
  }

  wasDisturbedIn([from, to]: readonly [number, number], troubles: readonly Trouble[]): boolean {
    return this.disturbances.some(
      ({ trouble, begun, ended }) =>
        troubles.includes(trouble) && begun <= to && ended + grace >= from,
    );
  }

  async send(request: Request): Promise<Outcome> {
    const { name } = request;
    const begun = Date.now();
    const answer = await this.#send(request).catch((error: unknown) => String(error));
    const took = Date.now() - begun;
    if (typeof answer === "string") {
      this.count(`${name}: no answer`);
      if (!this.wasDisturbed(begun, "kill")) this.fault(`${name}: ${answer} after ${took} ms`);
      await sleep(200);
      return { kind: "unknown" };
    }
    this.slowest = Math.max(this.slowest, took);
    const { status, body } = answer;
    const isGood = status < 400;
    const code = isGood ? "" : ` ${codeOf(body)}`;
    this.count(`${name}: ${status}${code}`);
    if (isGood) return { kind: "good", answer };
    const description = `${name}: ${status} ${answer.bytes.toString().slice(0, 300)}`;
    if (codeOf(body) === "") this.fault(`${description} (not in the wire's format)`);
    if (status >= 500) {
      if (!this.wasDisturbed(begun, "kill", "database")) this.fault(description);
      return { kind: "unknown" };
    }
    // Storage answers most errors with 400; the body contains the real status.
    const refusal = Number(body?.["statusCode"] ?? status);
    if (!request.refusals?.includes(refusal)) this.fault(description);
    return { kind: "refused", answer, status: refusal };
  }

  async #send({ method, path, token, json, content, headers }: Request): Promise<Answer> {
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
      signal: AbortSignal.timeout(patience),
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    const isJson = response.headers.get("content-type")?.includes("json");
    const body = isJson && bytes.length > 0 ? JSON.parse(bytes.toString()) : undefined;
    return { status: response.status, headers: response.headers, bytes, body };
  }
}

/** Returns the error's name in the format of each of the three wires. Empty if there is none. */
function codeOf(body: Record<string, unknown> | undefined): string {
  const message = body?.["message"] ?? body?.["msg"];
  const code = body?.["code"] ?? body?.["error_code"] ?? body?.["error"];
  return typeof message === "string" && (typeof code === "string" || typeof code === "number")
    ? String(code)
    : "";
}
