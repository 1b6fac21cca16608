import type { RealtimeContext } from "../context.ts";
import { type IdentifiedCaller, identifyCaller, isApiKey } from "../identify-caller.ts";

/** The identity of a channel's client. Verifies the token repeatedly until the channel closes. */
export class Identity {
  readonly #context: RealtimeContext;
  readonly #onRejected: (error: unknown) => void;
  #token: string;
  #claims: IdentifiedCaller["claims"] = { role: "anon" };
  #checkTimer: NodeJS.Timeout | undefined;
  #isClosed = false;

  /** @param onRejected called when the token has expired or become invalid */
  constructor(context: RealtimeContext, token: string, onRejected: (error: unknown) => void) {
    this.#context = context;
    this.#token = token;
    this.#onRejected = onRejected;
  }

  /** The claims of the token that was verified last. */
  get claims(): IdentifiedCaller["claims"] {
    return this.#claims;
  }

  /** Returns true for an API key and for the current token, because they do not change the identity. */
  isCurrent(token: string): boolean {
    return isApiKey(token) || token === this.#token;
  }

  /** @throws {RealtimeError} if the token is invalid or has expired */
  replaceToken(token: string): Promise<void> {
    this.#token = token;
    return this.verify();
  }

  /** @throws {RealtimeError} if the token is invalid or has expired */
  async verify(): Promise<void> {
    const token = this.#token;
    const result = await identifyCaller(this.#context, token).catch((error: unknown) => {
      if (token === this.#token) throw error;
    });
    // If the token was replaced during the verification, the result is outdated, so verify the new token.
    if (!result || token !== this.#token) return this.verify();
    const { claims, expiresAt } = result;
    this.#claims = claims;
    clearTimeout(this.#checkTimer);
    if (this.#isClosed || expiresAt === undefined) return;
    const remainingMs = expiresAt * 1_000 - Date.now();
    const delayMs = Math.max(0, Math.min(remainingMs, this.#context.limits.tokenCheckMs));
    this.#checkTimer = setTimeout(() => void this.verify().catch(this.#onRejected), delayMs);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#checkTimer);
  }
}
