import type { AuthHandlerState } from "../form/handler-state.ts";
import { actionPath, createCall, type HandlerSettings } from "./call.ts";
import { openLink } from "./open-link.ts";
import type { AuthHandler, AuthHandlerOptions, PageRequest } from "./options.ts";
import { isView, readOutcome } from "./outcome.ts";
import { pageWithoutParameters } from "./page-address.ts";
import { RefusedRequest } from "./read-form.ts";
import { readGate } from "./read-gate.ts";
import { isSameOrigin } from "./same-origin.ts";
import { submitForm } from "./submit-form.ts";

/**
 * Creates a handler for an application's forms. With it, each form also works as an ordinary HTML form, before its
 * script has loaded or without it.
 *
 * @example
 * export const { handle, readState } = createAuthHandler({
 *   client: (cookies) => createServerClient(url, key, { cookies }),
 *   signedInPage: "/notes",
 * });
 */
export function createAuthHandler(options: AuthHandlerOptions): AuthHandler {
  const settings = { path: "/auth", page: "/", signedInPage: "/", ...options };
  return {
    handle: (request) => handle(request, settings),
    readState: (request) => readState(request, settings),
    readGate: (client, request) => readGate(client, request, settings),
  };
}

async function handle(request: Request, settings: HandlerSettings): Promise<Response> {
  try {
    const call = createCall(request, settings);
    if (request.method === "GET" || request.method === "HEAD") return await openLink(call);
    if (request.method !== "POST") throw new RefusedRequest(405, "Use GET or POST.");
    if (!isSameOrigin(request, settings.origin))
      throw new RefusedRequest(403, "Only the forms of this site may be sent here.");
    return await submitForm(call);
  } catch (error) {
    if (!(error instanceof RefusedRequest)) settings.onError?.(error, request);
    const { status, message } =
      error instanceof RefusedRequest
        ? error
        : { status: 503, message: "The forms are not available at the moment." };
    return new Response(`${message}\n`, {
      status,
      headers: {
        "Cache-Control": "private, no-store",
        "Content-Type": "text/plain; charset=utf-8",
        ...(status === 405 && { Allow: "GET, HEAD, POST" }),
      },
    });
  }
}

function readState({ headers, url }: PageRequest, settings: HandlerSettings): AuthHandlerState {
  const { pathname, search, searchParams } = new URL(url, "http://site.invalid");
  const page = pageWithoutParameters(pathname + search);
  const view = searchParams.get("view");
  const outcomeId = searchParams.get("outcome");
  const outcome = outcomeId ? readOutcome(headers.get("cookie"), outcomeId) : undefined;
  const query = new URLSearchParams(page.slice(pathname.length));
  query.append("view", "");
  const action = actionPath(settings.path, page.length > 1_000 ? pathname : page);
  const state = { action, linkPrefix: `?${query}` };
  if (!isView(view)) return state;
  if (outcome?.view !== view) return { ...state, view };
  const { challenge: _, link, ...formState } = outcome;
  return {
    ...state,
    ...formState,
    view,
    ...(link && {
      link: {
        type: link.type,
        ...(link.tokenHash && { action: `${action}&view=link&outcome=${outcomeId}` }),
      },
    }),
  };
}
