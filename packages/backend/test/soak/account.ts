import { ExpectedValue } from "./expected-value.ts";
import type { Outcome, Request, SoakRecord } from "./soak-record.ts";

interface Session {
  readonly accessToken: string;
  readonly refreshToken: string;
  /** How far the server's clock was ahead when it issued the tokens. */
  readonly clockOffsetMs: number;
}

let lastNumber = 0;
export const nextPassword = () => `password ${++lastNumber} of the soak`;

/** An account and its session. */
export class Account {
  readonly record: SoakRecord;
  readonly email = `person${++lastNumber}@example.com`;
  readonly password = new ExpectedValue<string>();
  id = "";
  #session: Session | undefined;

  constructor(record: SoakRecord) {
    this.record = record;
  }

  get isSignedIn(): boolean {
    return this.#session !== undefined;
  }

  /** Returns whether the clock has jumped since the token was issued. */
  get isStale(): boolean {
    return this.#session?.clockOffsetMs !== this.record.clockOffsetMs;
  }

  /** Returns whether a request that started at `startedAt` may have used a token from before a clock jump. */
  wasStale(startedAt: number): boolean {
    return this.isStale || this.record.wasDisturbed(startedAt, "clock");
  }

  async signUp(): Promise<void> {
    const password = nextPassword();
    const outcome = await this.record.send({
      name: "sign up",
      method: "POST",
      path: "/auth/v1/signup",
      json: { email: this.email, password },
    });
    if (outcome.kind !== "good") throw new Error("The sign-up before the soak failed.");
    this.password.write(password, "good");
    this.id = outcome.response.body.user.id;
    this.setSession(outcome.response.body);
  }

  setSession(tokens: { readonly access_token: string; readonly refresh_token: string }): void {
    const { access_token: accessToken, refresh_token: refreshToken } = tokens;
    const { clockOffsetMs } = this.record;
    this.#session = { accessToken, refreshToken, clockOffsetMs };
  }

  /** Sends a request with this account's token. A token from before a clock jump may be refused. */
  async send(request: Request): Promise<Outcome> {
    const session = this.#session;
    const staleTokenStatuses = this.wasStale(Date.now()) ? [401, 403] : [];
    const refusals = [...(request.refusals ?? []), ...staleTokenStatuses];
    const outcome = await this.record.send({ ...request, token: session?.accessToken, refusals });
    const isRefused =
      outcome.kind === "refused" && (outcome.status === 401 || outcome.status === 403);
    if (isRefused && !request.refusals?.includes(outcome.status)) await this.refresh();
    return outcome;
  }

  async signIn(): Promise<void> {
    const [password = ""] = this.password.possible;
    const outcome = await this.record.send({
      name: "sign in",
      method: "POST",
      path: "/auth/v1/token?grant_type=password",
      json: { email: this.email, password },
      refusals: this.password.isCertain ? [] : [400],
    });
    if (outcome.kind === "good") {
      this.password.observe(password);
      this.setSession(outcome.response.body);
    }
    if (outcome.kind === "refused" && !this.password.ruleOut(password))
      this.addFault("is locked out");
  }

  async refresh(): Promise<void> {
    const outcome = await this.record.send({
      name: "refresh",
      method: "POST",
      path: "/auth/v1/token?grant_type=refresh_token",
      json: { refresh_token: this.#session?.refreshToken },
    });
    if (outcome.kind === "refused") this.#session = undefined;
    if (outcome.kind === "good") this.setSession(outcome.response.body);
  }

  async signOut(): Promise<void> {
    await this.send({ name: "sign out", method: "POST", path: "/auth/v1/logout?scope=local" });
    this.#session = undefined;
  }

  addFault(message: string): void {
    this.record.addFault(`${this.email}: ${message}`);
  }
}
