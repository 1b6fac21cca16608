import { recoveryCookieName } from "../session/recovery-cookie-name.ts";
import type { Session } from "../supabase-types.ts";
import { type CookieMethods, type CookieToSet, parseCookies, serializeCookie } from "./cookies.ts";
import { expiredHandlerCookies } from "./handler-cookies.ts";
import { handlerErrorOf } from "./handler-error.ts";
import type { AuthHandlerClient, AuthHandlerOptions } from "./options.ts";
import { type Outcome, outcomeCookie, outcomeCookieName } from "./outcome.ts";
import {
  nextPageOf,
  pageOrDefault,
  pageWithNext,
  pageWithoutParameters,
  pageWithView,
} from "./page-address.ts";
import { recoveryCookie } from "./recovery-cookie.ts";
import { originOf } from "./same-origin.ts";

/** The options, with defaults for those that are not set. */
export interface HandlerSettings extends AuthHandlerOptions {
  readonly path: string;
  readonly page: string;
  readonly signedInPage: string;
}

/** A request to the handler, and the response that is being built. */
export interface Call {
  readonly request: Request;
  readonly settings: HandlerSettings;
  /** The parameters of the request's address. */
  readonly query: URLSearchParams;
  /** The page with the form. */
  readonly page: string;
  /** The handler's absolute address, to which links and providers lead back. */
  readonly callback: string;
  readonly client: () => Promise<AuthHandlerClient>;
  /** Redirects the browser to a page. */
  redirect(path: string): Response;
  /** Redirects the browser back to the form, which then shows the outcome. */
  show(outcome: Outcome): Response;
  /** Redirects a signed-in user to the next page, or to the password page after a recovery or an invitation. */
  signedIn(session: Session | null | undefined, purpose?: string): Response;
  /** Redirects the browser to the auth server. */
  leave(url: string): Response;
  /** Returns an error as plain data, and reports it unless the auth server responded with it. */
  errorOf(error: unknown): ReturnType<typeof handlerErrorOf>;
}

/** Caches must not store the handler's responses, because each is for one visitor. */
const privateHeaders = { "Cache-Control": "private, no-store" };

export function createCall(request: Request, settings: HandlerSettings): Call {
  const url = new URL(request.url);
  const query = url.searchParams;
  const origin = originOf(request, settings.origin);
  const cookieHeader = request.headers.get("cookie");
  const requestedPage = pageOrDefault(query.get("page"), settings.page);
  // A page at the handler's own path would redirect to itself.
  const isHandler = new URL(requestedPage, origin).pathname === settings.path;
  const page = pageWithNext(
    pageWithoutParameters(isHandler ? settings.page : requestedPage),
    query.get("next"),
  );
  // Requests for links have no `Origin` header, so also use the scheme that a proxy reports.
  const isSecure = [origin, request.headers.get("x-forwarded-proto")].some((text) =>
    text?.startsWith("https"),
  );
  const cookiesToSet = new Map<string, CookieToSet>();
  const headers = new Headers(privateHeaders);

  const cookies: CookieMethods = {
    // Include cookies that were set earlier in this request.
    getAll: () => {
      const sent = parseCookies(cookieHeader).filter(({ name }) => !cookiesToSet.has(name));
      const set = [...cookiesToSet.values()].filter(({ options }) => options?.maxAge !== 0);
      return [...sent, ...set.map(({ name, value }) => ({ name, value }))];
    },
    setAll(newCookies, newHeaders = {}) {
      for (const cookie of newCookies)
        cookiesToSet.set(`${cookie.name};${cookie.options?.domain ?? ""}`, cookie);
      for (const [name, value] of Object.entries(newHeaders)) headers.set(name, value);
    },
  };

  const respond = (status: number, ownHeaders: Record<string, string>, body: string | null) => {
    for (const cookie of cookiesToSet.values())
      headers.append("Set-Cookie", serializeCookie(cookie));
    for (const [name, value] of Object.entries(ownHeaders)) headers.set(name, value);
    return new Response(body, { status, headers });
  };
  /** Redirects to a relative path, because behind a proxy the request's host is not the one that the browser sees. */
  const redirect = (path: string) => respond(303, { Location: path }, null);

  let client: Promise<AuthHandlerClient> | undefined;
  return {
    request,
    settings,
    query,
    page,
    callback: `${origin}${actionPath(settings.path, page)}`,
    client: () => {
      client ??= Promise.resolve(settings.client(cookies, request));
      return client;
    },
    redirect(path) {
      cookies.setAll(expiredHandlerCookies(cookieHeader, outcomeCookieName));
      return redirect(path);
    },
    show(outcome) {
      // The id begins with a letter, because some routers would parse a value such as "12e45678" as a number.
      const id = `o${crypto.randomUUID().slice(0, 8)}`;
      cookies.setAll([outcomeCookie(id, outcome, isSecure)]);
      return redirect(pageWithView(page, outcome.view, id));
    },
    signedIn(session, purpose) {
      cookies.setAll(expiredHandlerCookies(cookieHeader, outcomeCookieName));
      cookies.setAll(
        session && purpose === "recovery"
          ? [recoveryCookie(session, isSecure)]
          : expiredHandlerCookies(cookieHeader, recoveryCookieName),
      );
      const passwordPage = settings.passwordPage ?? pageWithView(page, "update_password");
      // An invited user has no password yet.
      const mustSetPassword = purpose === "recovery" || purpose === "invite";
      return redirect(mustSetPassword ? passwordPage : nextPageOf(page, settings.signedInPage));
    },
    leave(url) {
      // Respond with a page: a Content-Security-Policy with `form-action 'self'` would block a redirect to the auth
      // server in response to a form.
      const address = escapeHtml(url);
      const html = `<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta http-equiv="refresh" content="0;url=${address}"><title>${escapeHtml(new URL(url).host)}</title><a href="${address}">${escapeHtml(new URL(url).host)}</a>`;
      return respond(
        200,
        { "Content-Type": "text/html; charset=utf-8", "Referrer-Policy": "no-referrer" },
        html,
      );
    },
    errorOf: (error) =>
      handlerErrorOf(error, (unexpected) => settings.onError?.(unexpected, request)),
  };
}

/** Returns the handler's address for a page's forms. */
export function actionPath(path: string, page: string): string {
  return `${path}?page=${encodeURIComponent(page)}`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
