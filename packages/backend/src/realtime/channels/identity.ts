import type { Realtime } from "../context.ts";
import { type Verified, verified } from "../tokens.ts";

/** The client of a channel, by its token, which is verified again until the channel ends. */
export class Identity {
  readonly #realtime: Realtime;
  readonly #onRefused: (error: unknown) => void;
  #token: string;
  #claims: Verified["claims"] = { role: "anon" };
  #check: NodeJS.Timeout | undefined;
  #isClosed = false;

  /** @param onRefused called when the token is good no longer */
  constructor(realtime: Realtime, token: string, onRefused: (error: unknown) => void) {
    this.#realtime = realtime;
    this.#token = token;
    this.#onRefused = onRefused;
  }

  /** Those of the token that was verified last. */
  get claims(): Verified["claims"] {
    return this.#claims;
  }

  /** True for a token that tells nothing new: an API key, or the same one. */
  has(token: string): boolean {
    return token.startsWith("sb_") || token === this.#token;
  }

  /** @throws {TokenRefused} */
  renew(token: string): Promise<void> {
    this.#token = token;
    return this.verify();
  }

  /** @throws {TokenRefused} */
  async verify(): Promise<void> {
    const token = this.#token;
    const answer = await verified(this.#realtime, token).catch((error: unknown) => {
      if (token === this.#token) throw error;
    });
    // A token that came meanwhile decides.
    if (!answer || token !== this.#token) return this.verify();
    const { claims, expiresAt } = answer;
    this.#claims = claims;
    clearTimeout(this.#check);
    if (this.#isClosed || expiresAt === undefined) return;
    const left = expiresAt * 1_000 - Date.now();
    const wait = Math.max(0, Math.min(left, this.#realtime.limits.tokenCheck));
    this.#check = setTimeout(() => void this.verify().catch(this.#onRefused), wait);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#check);
  }
}
