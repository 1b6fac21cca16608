import type { Config } from "../config/schema.ts";
import type { Switches } from "../config/switch.ts";
import type { Database } from "../database/port.ts";
import type { AccessTokens } from "../keys/access-token.ts";
import type { ProjectKeys } from "../keys/project.ts";
import type { SigningKeys } from "../keys/signing-keys.ts";
import type { Outbox } from "../mail/outbox.ts";
import type { Postman } from "../mail/postman.ts";
import type { Hooks } from "./hooks/hooks.ts";
import type { LeakedPasswords } from "./passwords/leaked-passwords.ts";

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
  readonly postman: Postman;
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
