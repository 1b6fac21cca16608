import type { Switches } from "../config/environment/switch.ts";
import type { Config } from "../config/sections/schema.ts";
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
   * @returns the reasons to refuse the token, in the provider's codes; undefined if it is valid
   * @throws {Error} if the provider does not answer
   */
  refusalOf(token: string, address: string | undefined): Promise<readonly string[] | undefined>;
}

/** The services that the endpoints share. The server makes them once. */
export interface Auth extends Partial<Switches> {
  readonly config: Config;
  readonly database: Database;
  readonly keys: ProjectKeys;
  readonly signingKeys: SigningKeys;
  readonly accessTokens: AccessTokens;
  readonly mailer: Mailer;
  /** The messages to send after the answer. */
  readonly outbox: Outbox;
  readonly hooks: Hooks;
  /** Set if the project requires a captcha. */
  readonly captcha?: CaptchaVerifier | undefined;
  /** Set if the project refuses leaked passwords. */
  readonly leakedPasswords?: LeakedPasswords | undefined;
  /** Called with the name of each limit that refuses a request. */
  readonly onLimit?: ((limit: string) => void) | undefined;
  /** Plays the providers without a client id, if it is served. */
  readonly sandbox?: Sandbox | undefined;
}

export interface Sandbox {
  /** The scheme, host and port of `/sandbox`. */
  readonly origin: string;
  /** Sends a request to it without leaving the process. */
  readonly fetch: (request: Request) => Promise<Response>;
}

export type HookName = keyof Config["auth"]["hook"];

/** The project's own code that the backend calls at certain moments (`[auth.hook.*]`). */
export interface Hooks {
  readonly areAny: boolean;
  isEnabled(name: HookName): boolean;
  /**
   * Asks a hook, and waits for its answer. Never called inside a transaction: the hook may take seconds,
   * and may itself ask this backend (docs/decisions/0010).
   *
   * @param input the members of the request beside `metadata`
   * @returns the members of its answer; none if it is empty
   * @throws {AuthError} as the hook answered, or because it did not
   */
  call(name: HookName, input: Readonly<Record<string, unknown>>): Promise<HookAnswer>;
}

export type HookAnswer = Readonly<Record<string, unknown>>;

/** A list of passwords that have been found in stolen data. */
export interface LeakedPasswords {
  /**
   * Sends only the first five of the forty digits of the password's hash, which some hundreds of other
   * passwords share (https://haveibeenpwned.com/API/v3#PwnedPasswords). If the service does not answer,
   * that is logged, and the password passes unless the project wants it otherwise.
   *
   * @throws {AuthError} 500 if the service does not answer, and must
   */
  has(password: string): Promise<boolean>;
}
