import type { Switches } from "../config/environment/settings.ts";
import type { Config } from "../config/sections/schema.ts";
import type { Database } from "../database/port.ts";
import type { AccessTokens } from "../keys/access-token.ts";
import type { ProjectKeys } from "../keys/project.ts";
import type { SigningKeys } from "../keys/signing-keys.ts";
import type { Log } from "../log/log.ts";
import type { Mailer } from "../mail/mailer.ts";
import type { Outbox } from "../mail/outbox.ts";

/** Verifies captcha tokens with the captcha's provider. */
export interface CaptchaVerifier {
  /**
   * @param address the caller's IP address
   * @returns the provider's error codes, or undefined if the token is valid
   * @throws {Error} if the provider does not answer
   */
  verify(token: string, address: string | undefined): Promise<readonly string[] | undefined>;
}

/** The dependencies of the endpoints, which the server creates once. */
export interface AuthContext extends Partial<Switches> {
  readonly config: Config;
  readonly database: Database;
  readonly log: Log;
  readonly keys: ProjectKeys;
  readonly signingKeys: SigningKeys;
  readonly accessTokens: AccessTokens;
  readonly mailer: Mailer;
  /** The queue of messages that are sent after the response. */
  readonly outbox: Outbox;
  readonly hooks: Hooks;
  /** Set if the project requires a captcha. */
  readonly captcha?: CaptchaVerifier | undefined;
  /** Set if the project refuses leaked passwords. */
  readonly leakedPasswords?: LeakedPasswords | undefined;
  /** Called with the limit's name when a rate limit refuses a request. */
  readonly onLimit?: ((limit: string) => void) | undefined;
  /** Returns whether a developer has simulated exhausted rate limits, so that every rate-limited request is refused. */
  readonly isLimitForced?: (() => boolean) | undefined;
  /** The sandbox that replaces providers without a client id, if it is served. */
  readonly sandbox?: Sandbox | undefined;
}

export interface Sandbox {
  /** The scheme, host and port of `/sandbox`. */
  readonly origin: string;
  /** Sends a request to the sandbox without leaving the process. */
  readonly fetch: (request: Request) => Promise<Response>;
}

export type HookName = keyof Config["auth"]["hook"];

/** The project's auth hooks (`[auth.hook.*]`). */
export interface Hooks {
  readonly isAnyEnabled: boolean;
  isEnabled(name: HookName): boolean;
  /**
   * Calls a hook and waits for its response. Never call this inside a transaction: a hook may take seconds,
   * and may send requests to this backend (docs/decisions/0010).
   *
   * @param input the members of the request body besides `metadata`
   * @returns the members of the response body, empty if there is none
   * @throws {AuthError} the hook's own error, or 500 if it does not answer
   */
  call(name: HookName, input: Readonly<Record<string, unknown>>): Promise<HookResponse>;
}

export type HookResponse = Readonly<Record<string, unknown>>;

/** A list of passwords that have been leaked. */
export interface LeakedPasswords {
  /**
   * Returns whether a password has leaked. Sends only the first five of the forty digits of its hash, which
   * hundreds of other passwords share (https://haveibeenpwned.com/API/v3#PwnedPasswords). If the service does
   * not answer, logs that and accepts the password, unless the project is configured otherwise.
   *
   * @throws {AuthError} 500 if the service does not answer, and the project requires it
   */
  has(password: string): Promise<boolean>;
}
