import type { Config } from "../config/schema.ts";
import type { Switches } from "../config/switch.ts";
import type { Database } from "../database/port.ts";
import type { AccessTokens } from "../keys/access-token.ts";
import type { ProjectKeys } from "../keys/project.ts";
import type { SigningKeys } from "../keys/signing-keys.ts";
import type { Mailer } from "../mail/mailer.ts";
import type { Outbox } from "../mail/outbox.ts";

/** Asks the captcha's provider about a token. */
export interface CaptchaVerifier {
  /**
   * @param address the caller's IP address
   * @returns why the token does not count, in the provider's codes; undefined where it does
   * @throws {Error} where the provider does not say
   */
  refusalOf(token: string, address: string | undefined): Promise<readonly string[] | undefined>;
}

/** What the capabilities stand on. Made once by the server. */
export interface Auth extends Partial<Switches> {
  readonly config: Config;
  readonly database: Database;
  readonly keys: ProjectKeys;
  readonly signingKeys: SigningKeys;
  readonly accessTokens: AccessTokens;
  readonly mailer: Mailer;
  /** The messages that go out after the answer. */
  readonly outbox: Outbox;
  readonly hooks: Hooks;
  /** Where the project asks people to show that they are some. */
  readonly captcha?: CaptchaVerifier | undefined;
  /** Where the project refuses passwords that have leaked somewhere. */
  readonly leakedPasswords?: LeakedPasswords | undefined;
  /** Stands in for providers without a client id, where it is served. */
  readonly sandbox?: Sandbox | undefined;
}

export interface Sandbox {
  /** Scheme, host and port at which `/sandbox` is. */
  readonly origin: string;
  /** Asks it without leaving the process. */
  readonly fetch: (request: Request) => Promise<Response>;
}

export type HookName = keyof Config["auth"]["hook"];

/** The project's own code that the backend asks at certain moments (`[auth.hook.*]`). */
export interface Hooks {
  readonly areAny: boolean;
  isEnabled(name: HookName): boolean;
  /**
   * Asks a hook, and waits for its answer. Never called inside a transaction: the hook may take
   * seconds, and may itself ask this backend (docs/decisions/0010-hooks-outside-transactions.md).
   *
   * @param input what it is sent beside `metadata`
   * @returns the members of its answer; none where it has nothing to say
   * @throws {AuthError} as the hook answered, or because it did not
   */
  ask(name: HookName, input: Readonly<Record<string, unknown>>): Promise<HookAnswer>;
}

export type HookAnswer = Readonly<Record<string, unknown>>;

/** A list of passwords that have been found in stolen data. */
export interface LeakedPasswords {
  /**
   * Nothing of the password leaves but the first five of its hash's forty digits, which some hundreds
   * of others share (https://haveibeenpwned.com/API/v3#PwnedPasswords). Where the service does not
   * answer, that is logged, and the password passes unless the project wants it otherwise.
   *
   * @throws {AuthError} 500 where it does not answer, and must
   */
  has(password: string): Promise<boolean>;
}
