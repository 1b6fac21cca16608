import type { AuthUiClient } from "../client.ts";
import type { AuthHandlerState, HandlerSecondFactor } from "../form/handler-state.ts";
import type { FormValues } from "../form/view.ts";
import type { Calls } from "../supabase-types.ts";
import type { ViewType } from "../view-names.ts";
import type { CookieMethods } from "./cookies.ts";

/** The methods of a client that the handler calls: the `auth` of `createServerClient` of `@supabase/ssr`. */
export interface AuthHandlerClient {
  readonly auth: Omit<AuthUiClient["auth"], "onAuthStateChange"> &
    Calls<"exchangeCodeForSession" | "mfa" | "signOut">;
}

/** The methods of a client that `readGate` calls. */
export interface GateClient {
  readonly auth: Calls<"getClaims" | "getUser">;
}

/** The scopes and parameters to request from a provider. */
export interface SocialScopes {
  /** The scopes, separated by spaces. */
  readonly scopes?: string;
  readonly queryParams?: { readonly [name: string]: string };
}

/** The options of {@link createAuthHandler}. */
export interface AuthHandlerOptions {
  /**
   * Creates a client that keeps its session in these cookies, for one request.
   *
   * @example
   * client: (cookies) => createServerClient(url, key, { cookies })
   */
  client(cookies: CookieMethods, request: Request): AuthHandlerClient | Promise<AuthHandlerClient>;
  /** The path at which the handler answers. Default: "/auth". */
  readonly path?: string;
  /** The page with the form. A link that does not work redirects here, unless it names another page. Default: "/". */
  readonly page?: string;
  /** The page for users who have signed in, unless the address has a parameter `next`. Default: "/". */
  readonly signedInPage?: string;
  /** The page with the form for a new password. Default: the view `update_password` of the page with the form. */
  readonly passwordPage?: string;
  /**
   * The origin of the site, such as `https://app.example`. Default: the origin that the browser sends, which is also
   * correct behind proxies.
   */
  readonly origin?: string;
  /**
   * True if the next page asks for the code in the message. Set this if your e-mails contain a code. Default: false.
   */
  readonly codes?: boolean;
  /** The social providers, each with the scopes to request. Default: every provider, with the server's scopes. */
  readonly providers?: { readonly [provider: string]: SocialScopes };
  /** Data to store with a new user. Takes precedence over the fields named `data.…`. */
  readonly additionalData?: { [key: string]: unknown };
  /** Rejects new passwords of more than 72 bytes, the limit of bcrypt. Default: false. */
  readonly passwordLimit?: boolean;
  /** True if a magic link creates an account for an unknown address. Default: the client's default, true. */
  readonly shouldCreateUser?: boolean;
  /**
   * Checks the values of a form before it is sent, such as the fields that you added to the sign-up form. Throw a
   * `FieldError` to reject one.
   */
  validate?(values: FormValues, view: ViewType): void | Promise<void>;
  /** Called with each error that is not an answer of the auth server, for your log. */
  onError?(error: unknown, request: Request): void;
}

/** The request for a page: a `Request`, or its address and headers. */
export interface PageRequest {
  /** The address, or its path and query. */
  readonly url: string;
  readonly headers: { get(name: string): string | null };
}

/** The handler of an application's forms. */
export interface AuthHandler {
  /** Answers the forms (POST), and the links of messages and providers (GET). Never rejects. */
  handle(request: Request): Promise<Response>;
  /** Returns the state of the forms of a page, for the plugin `authHandler`. */
  readState(request: PageRequest): AuthHandlerState;
  /**
   * Returns whether a visitor may see a page for signed-in users, for a loader.
   *
   * @param client a client with the session of the request
   * @example
   * const gate = await readGate(supabase, request);
   * if (gate.redirectTo) throw redirect(gate.redirectTo);
   * if (gate.secondFactor) return <SecondFactor supabaseClient={supabase} handler={gate.secondFactor} />;
   *
   * @throws the error of the client if the auth server does not answer
   */
  readGate(client: GateClient, request: PageRequest): Promise<ServerGate>;
}

/** The state of a visitor at a page for signed-in users. */
export interface ServerGate {
  readonly state:
    | "signed-out"
    /** Signed in, but the second factor is not confirmed yet. */
    | "second-factor"
    /** Signed in by a link to reset the password, and the new password is not set yet. */
    | "recovery"
    /** Signed in anonymously. */
    | "anonymous"
    | "signed-in";
  /** Where the visitor belongs: the page with the form, or the one for a new password. Undefined on that page. */
  readonly redirectTo?: string;
  /** The verified claims of the access token. Undefined for a visitor without a session. */
  readonly claims?: {
    readonly sub: string;
    readonly email?: string | undefined;
    readonly [claim: string]: unknown;
  };
  /** The second step, for the prop `handler` of `<SecondFactor>`. Show it in place of the page. */
  readonly secondFactor?: HandlerSecondFactor;
}
