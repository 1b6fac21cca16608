"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { type Change, useChange } from "../form/use-change.ts";
import {
  addErrorTexts,
  type Complete,
  mergeTexts,
  type PartialWords,
} from "../i18n/feature-words.ts";
import type { LocalizationProp } from "../i18n/localization.ts";
import { template } from "../i18n/words.ts";
import { addressOf } from "../session/display-name.ts";
import { useUser } from "../session/user-context.tsx";
import { type ConsentWords, en } from "./en.ts";
import {
  type ConsentClient,
  type ConsentRequest,
  type ConsentScope,
  closedReasonOf,
  destinationOf,
  fetchConsentRequest,
  scopesOf,
  sendDecision,
} from "./request.ts";

/** The texts of the forms and of the consent screen. */
export interface ConsentLocalization extends LocalizationProp {
  consent?: PartialWords<ConsentWords>;
}

export interface ConsentOptions {
  supabaseClient: ConsentClient;
  /** The id of the authorization request. Default: `authorization_id` in the page's address. */
  authorizationId?: string | undefined;
  /** Opens the application's address. Default: `location.replace`, so that Back does not lead to a closed request. */
  redirect?: ((url: string) => void) | undefined;
  localization?: ConsentLocalization | undefined;
}

/** What an application asks for. */
export interface ConsentQuestion {
  /** The application's registered name, or a placeholder text. Anyone can register any name. */
  readonly name: string;
  /** The heading, with the name. */
  readonly heading: string;
  /** The requested scopes that the server supports. */
  readonly scopes: readonly ConsentScope[];
  /** Where the user will be sent: the host of a website, or the custom scheme of a program. */
  readonly destination: string;
  /** The address or the phone number of the signed-in user, or "a guest". */
  readonly account: string;
}

/** The state and the actions of the consent screen, for your own markup. */
export interface Consent extends Pick<Change, "alert" | "button" | "ref" | "state" | "status"> {
  readonly words: Complete<typeof en>;
  /**
   * - "loading": the request is being fetched, or the session is still loading.
   * - "none": the page's address does not name a request.
   * - "question": the user can answer. `question` is set.
   * - "leaving": the browser opens `redirectUrl`.
   * - "over": the request was answered, has expired, or belongs to another user.
   * - "off": the project's OAuth server is disabled.
   * - "failed": the request could not be fetched. `retry` tries again.
   */
  readonly phase: "loading" | "none" | "question" | "leaving" | "over" | "off" | "failed";
  readonly question: ConsentQuestion | undefined;
  readonly redirectUrl: string | undefined;
  approve(): Promise<void>;
  deny(): Promise<void>;
  retry(): Promise<void>;
}

interface LoadedRequest {
  /** Identifies the request and the user for whom it was fetched. */
  readonly key: string;
  readonly request: ConsentRequest;
}

/**
 * Asks the signed-in user whether another application may sign them in (OAuth 2.1).
 *
 * @throws {Error} outside a `UserContextProvider`.
 */
export function useConsent(options: ConsentOptions): Consent {
  const { supabaseClient, localization, redirect } = options;
  const { auth } = supabaseClient;
  const texts = mergeTexts(en, localization?.consent);
  const change = useChange(addErrorTexts(localization?.variables, texts.errors));
  const { user } = useUser();
  const addressId = useAuthorizationId();
  const id = options.authorizationId ?? addressId;
  const [loaded, setLoaded] = useState<LoadedRequest>();
  const key = user && id ? `${user.id} ${id}` : undefined;
  const request = loaded && loaded.key === key ? loaded.request : undefined;
  const { run, state } = change;

  const latestRedirect = useRef(redirect);
  useEffect(() => {
    latestRedirect.current = redirect;
  });

  const open = useCallback((redirectUrl: string, requestKey: string) => {
    setLoaded({ key: requestKey, request: { redirectUrl } });
    if (latestRedirect.current) latestRedirect.current(redirectUrl);
    else location.replace(redirectUrl);
  }, []);

  const load = useCallback(
    () =>
      run("load", async () => {
        if (!key || !id) return undefined;
        const fetched = await fetchConsentRequest({ auth }, id);
        if ("redirectUrl" in fetched) open(fetched.redirectUrl, key);
        else setLoaded({ key, request: fetched });
        return undefined;
      }),
    [run, auth, id, key, open],
  );

  useEffect(() => {
    if (key) void load();
  }, [key, load]);

  async function decide(decision: "approve" | "deny") {
    // The user may press the other button while the first decision is being sent.
    if (!key || !id || state.phase === "sending") return;
    await run(decision, async () => {
      open(await sendDecision({ auth }, id, decision), key);
      return undefined;
    });
  }

  const error = state.phase === "failed" ? state.error : undefined;
  const phase = currentPhase();

  function currentPhase(): Consent["phase"] {
    if (id === "") return "none";
    const closedReason = closedReasonOf(error);
    if (closedReason) return closedReason;
    if (request) return "redirectUrl" in request ? "leaving" : "question";
    return error ? "failed" : "loading";
  }

  return {
    alert: change.alert,
    button: change.button,
    ref: change.ref,
    state,
    status: change.status,
    words: texts,
    phase,
    question: questionOf(),
    redirectUrl: request && "redirectUrl" in request ? request.redirectUrl : undefined,
    approve: () => decide("approve"),
    deny: () => decide("deny"),
    retry: load,
  };

  function questionOf(): ConsentQuestion | undefined {
    if (!request || !("details" in request)) return undefined;
    const { client, redirect_uri } = request.details;
    const name = client.name || texts.consent.unnamed;
    return {
      name,
      heading: template(texts.consent.heading, { name }),
      scopes: scopesOf(request.details),
      destination: destinationOf(redirect_uri),
      account: (user && addressOf(user)) || texts.consent.guest,
    };
  }
}

/**
 * Returns the id of the request that the page's address names, or an empty string. Returns undefined in the first
 * render, which must match the server's.
 */
function useAuthorizationId(): string | undefined {
  const [id, setId] = useState<string>();
  useEffect(() => {
    setId(new URLSearchParams(location.search).get("authorization_id") ?? "");
  }, []);
  return id;
}
