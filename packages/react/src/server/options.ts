import type { AuthUiClient } from "../client.ts";
import type { AuthHandlerState, HandlerSecondFactor } from "../form/handler-state.ts";
import type { FormValues } from "../form/view.ts";
import type { Calls } from "../supabase-types.ts";
import type { ViewType } from "../view-names.ts";
import type { CookieMethods } from "./cookies.ts";

/** The client methods that the handler calls, on the `auth` of `createServerClient` of `@supabase/ssr`. */
export interface AuthHandlerClient {
  readonly auth: Omit<AuthUiClient["auth"], "onAuthStateChange"> &
    Calls<"exchangeCodeForSession" | "mfa" | "signOut">;
}

/** The client methods that `readGate` calls. */
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
   * Creates a client for one request, which keeps its session in these cookies.
   *
   * @example
   * client: (cookies) => createServerClient(url, key, { cookies })
   */
  client(cookies: CookieMethods, request: Request): AuthHandlerClient | Promise<AuthHandlerClient>;
  /** The handler's path. Default: "/auth". */
  readonly path?: string;
  /**
   * The page with the form. After a broken link the browser is redirected here, unless the link names another page.
   * Default: "/".
   */
  readonly page?: string;
  /** The page for signed-in users, unless the address has a parameter `next`. Default: "/". */
  readonly signedInPage?: string;
  /** The page with the form for a new password. Default: the view `update_password` on `page`. */
  readonly passwordPage?: string;
  /**
   * The origin of the site, such as `https://app.example`. Default: the origin that the browser sends, which is also
   * correct behind proxies.
   */
  readonly origin?: string;
  /**
   * Whether the next page asks for the code from the message. Set this if your e-mails contain a code. Default: false.
   */
  readonly codes?: boolean;
  /** The social providers, each with the scopes to request. Default: every provider, with the server's scopes. */
  readonly providers?: { readonly [provider: string]: SocialScopes };
  /** Data to store with a new user. It overrides the fields named `data.…`. */
  readonly additionalData?: { [key: string]: unknown };
  /** Rejects new passwords of more than 72 bytes, the limit of bcrypt. Default: false. */
  readonly passwordLimit?: boolean;
  /** Whether a magic link creates an account for an unknown address. Default: the client's default, true. */
  readonly shouldCreateUser?: boolean;
  /**
   * Checks the values of a form before it is sent, such as the fields that you added to the sign-up form. Throw a
   * `FieldError` to reject one.
   */
  validate?(values: FormValues, view: ViewType): void | Promise<void>;
  /** Called with each error that is not a response of the auth server, so that you can log it. */
  onError?(error: unknown, request: Request): void;
}

/** A request for a page: a `Request`, or the page's address and the request's headers. */
export interface PageRequest {
  /** The address, or its path and query. */
  readonly url: string;
  readonly headers: { get(name: string): string | null };
}

/** A handler for an application's forms. */
export interface AuthHandler {
  /** Answers posted forms, and links from messages and providers (GET). Never rejects. */
  handle(request: Request): Promise<Response>;
  /** Returns the state of a page's forms, for the plugin `authHandler`. */
  readState(request: PageRequest): AuthHandlerState;
  /**
   * Returns whether a visitor may see a page for signed-in users. Call it in the page's loader.
   *
   * @param client a client with the request's session
   * @example
   * const gate = await readGate(supabase, request);
   * if (gate.redirectTo) throw redirect(gate.redirectTo);
   * if (gate.secondFactor) return <SecondFactor supabaseClient={supabase} handler={gate.secondFactor} />;
   *
   * @throws the client's error if the auth server does not respond
   */
  readGate(client: GateClient, request: PageRequest): Promise<ServerGate>;
}

/** A visitor's state at a page for signed-in users. */
export interface ServerGate {
  readonly state:
    | "signed-out"
    /** Signed in, but the second factor is not confirmed yet. */
    | "second-factor"
    /** Signed in with a link to reset the password, but the new password is not set yet. */
    | "recovery"
    /** Signed in anonymously. */
    | "anonymous"
    | "signed-in";
  /**
   * The page to which the visitor must be redirected: the one with the form, or the one for a new password. Undefined
   * on that page itself.
   */
  readonly redirectTo?: string;
  /** The verified claims of the access token. Undefined for a visitor without a session. */
  readonly claims?: {
    readonly sub: string;
    readonly email?: string | undefined;
    readonly [claim: string]: unknown;
  };
  /**
   * Set while a second factor is required. Pass it to the `handler` prop of `<SecondFactor>`, and render that component
   * instead of the page.
   */
  readonly secondFactor?: HandlerSecondFactor;
}
