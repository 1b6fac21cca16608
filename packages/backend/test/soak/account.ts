import type { Outcome, Request, SoakRecord } from "./book.ts";
import { ExpectedValue } from "./kept.ts";

interface Session {
  readonly access: string;
  readonly refresh: string;
  /** How far the server's clock was ahead when it issued the token. */
  readonly offset: number;
}

let numbers = 0;
export const nextPassword = () => `password ${++numbers} of the soak`;

/** An account and its session. */
export class Caller {
  readonly book: SoakRecord;
  readonly email = `person${++numbers}@example.com`;
  readonly password = new ExpectedValue<string>();
  id = "";
  #session: Session | undefined;

  constructor(book: SoakRecord) {
    this.book = book;
  }

  get isSignedIn(): boolean {
    return this.#session !== undefined;
  }

  /** Returns whether the clock has jumped since the token was issued. */
  get isStale(): boolean {
    return this.#session?.offset !== this.book.offset;
  }

  /** Returns whether a request that started at `begun` may have used a token from before a clock jump. */
  wasStale(begun: number): boolean {
    return this.isStale || this.book.wasDisturbed(begun, "clock");
  }

  async arrive(): Promise<void> {
    const password = nextPassword();
    const end = await this.book.send({
      name: "sign up",
      method: "POST",
      path: "/auth/v1/signup",
      json: { email: this.email, password },
    });
    if (end.kind !== "good") throw new Error("The soak did not begin.");
    this.password.write(password, "good");
    this.id = end.answer.body.user.id;
    this.enter(end.answer.body);
  }

  enter(tokens: { readonly access_token: string; readonly refresh_token: string }): void {
    const { access_token: access, refresh_token: refresh } = tokens;
    this.#session = { access, refresh, offset: this.book.offset };
  }

  /** Sends a request as this person. A token from before a clock jump may be refused. */
  async send(request: Request): Promise<Outcome> {
    const session = this.#session;
    const stale = this.wasStale(Date.now()) ? [401, 403] : [];
    const refusals = [...(request.refusals ?? []), ...stale];
    const end = await this.book.send({ ...request, token: session?.access, refusals });
    const isRefused = end.kind === "refused" && (end.status === 401 || end.status === 403);
    if (isRefused && !request.refusals?.includes(end.status)) await this.refresh();
    return end;
  }

  async signIn(): Promise<void> {
    const [password = ""] = this.password.possible;
    const end = await this.book.send({
      name: "sign in",
      method: "POST",
      path: "/auth/v1/token?grant_type=password",
      json: { email: this.email, password },
      refusals: this.password.isCertain ? [] : [400],
    });
    if (end.kind === "good") {
      this.password.see(password);
      this.enter(end.answer.body);
    }
    if (end.kind === "refused" && !this.password.rule(password)) this.fault("is locked out");
  }

  async refresh(): Promise<void> {
    const end = await this.book.send({
      name: "refresh",
      method: "POST",
      path: "/auth/v1/token?grant_type=refresh_token",
      json: { refresh_token: this.#session?.refresh },
    });
    if (end.kind === "refused") this.#session = undefined;
    if (end.kind === "good") this.enter(end.answer.body);
  }

  async signOut(): Promise<void> {
    await this.send({ name: "sign out", method: "POST", path: "/auth/v1/logout?scope=local" });
    this.#session = undefined;
  }

  fault(words: string): void {
    this.book.fault(`${this.email}: ${words}`);
  }
}
