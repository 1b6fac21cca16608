import "./consent.css";
import type { User } from "@supabase/auth-js";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useId } from "react";
import { useLocation } from "react-router";
import { authorizationIdIn } from "../auth/consent-path.ts";
import { useErrorText } from "../auth/error-text.ts";
import { useBackend } from "../data/backend.tsx";
import { useTexts } from "../i18n/translations.tsx";
import { Notice } from "../shell/notice.tsx";
import { useHeadingFocus } from "../shell/use-heading-focus.ts";
import { SignInFrame } from "../sign-in/page-frame.tsx";
import {
  type ConsentRequest,
  closedReasonOf,
  destinationOf,
  fetchConsentRequest,
  scopesOf,
  sendDecision,
} from "./consent-request.ts";

/**
 * Asks the user whether another application may sign them in: its name, its scopes, and where it will be sent. Its logo
 * is not shown, because anyone may register an application with the logo of another.
 */
export function ConsentPage({ person }: { person: User }) {
  const { auth } = useBackend();
  const texts = useTexts();
  const id = authorizationIdIn(useLocation().search);
  const request = useQuery({
    queryKey: ["consent", person.id, id],
    queryFn: () => fetchConsentRequest(auth, id ?? ""),
    enabled: id !== undefined,
    // A request can be answered once, so it does not change.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  const redirectUrl =
    request.data && "redirectUrl" in request.data ? request.data.redirectUrl : undefined;

  useEffect(() => {
    if (redirectUrl) location.replace(redirectUrl);
  }, [redirectUrl]);

  return (
    <SignInFrame title={texts.consent.title}>
      <div className="consent">
        {id === undefined ? (
          <Notice level={2} title={texts.consent.noneTitle} text={texts.consent.none} />
        ) : request.isError ? (
          <ConsentError error={request.error} retry={() => void request.refetch()} />
        ) : request.data && "details" in request.data ? (
          <ConsentForm id={id} details={request.data.details} person={person} />
        ) : (
          <p role="status">{redirectUrl ? texts.consent.leaving : texts.loading}</p>
        )}
      </div>
    </SignInFrame>
  );
}

/** Explains why the request cannot be answered. */
function ConsentError({ error, retry }: { error: Error; retry?: () => void }) {
  const texts = useTexts();
  const textOf = useErrorText();
  const reason = closedReasonOf(error);
  if (reason) {
    return (
      <Notice
        role="alert"
        level={2}
        title={texts.consent[`${reason}Title`]}
        text={texts.consent[reason]}
      />
    );
  }
  return (
    <Notice
      role="alert"
      level={2}
      title={texts.consent.failedTitle}
      text={textOf(error)}
      {...(retry && { action: { label: texts.tryAgain, run: retry } })}
    />
  );
}

interface ConsentFormProps {
  id: string;
  details: Extract<ConsentRequest, { details: unknown }>["details"];
  person: User;
}

function ConsentForm({ id, details, person }: ConsentFormProps) {
  const { auth } = useBackend();
  const texts = useTexts().consent;
  const textOf = useErrorText();
  const headingId = useId();
  const heading = useHeadingFocus<HTMLHeadingElement>();
  const name = details.client.name || texts.unnamed;
  const destination = destinationOf(details.redirect_uri);
  const decision = useMutation({
    mutationFn: (choice: "approve" | "deny") => sendDecision(auth, id, choice),
    onSuccess: (redirectUrl) => location.replace(redirectUrl),
  });
  const { error, isPending } = decision;
  if (error && closedReasonOf(error)) return <ConsentError error={error} />;
  // A custom scheme opens another program, and this page stays open.
  if (decision.isSuccess) {
    return (
      <p role="status">
        {texts.leaving} <a href={decision.data}>{texts.goOn}</a>
      </p>
    );
  }
  return (
    <section aria-labelledby={headingId} aria-busy={isPending}>
      <h2 ref={heading} id={headingId} tabIndex={-1}>
        {texts.heading(name)}
      </h2>
      <p>
        {texts.who}{" "}
        <strong>
          <bdi>{person.email || (person.phone ? `+${person.phone}` : texts.guest)}</bdi>
        </strong>
      </p>
      <h3>{texts.may}</h3>
      <ul>
        <li>{texts.account}</li>
        {scopesOf(details).map((scope) => (
          <li key={scope}>{texts.scopes[scope]}</li>
        ))}
      </ul>
      <h3>{texts.goesTo}</h3>
      <p className="consent-destination">
        <bdi dir="ltr">{destination}</bdi>
      </p>
      <p className="consent-hint">{texts.hint}</p>
      <div role="alert">{error && <p className="message message-danger">{textOf(error)}</p>}</div>
      <div className="button-row">
        <button
          type="button"
          className="button button-primary"
          aria-disabled={isPending}
          onClick={() => isPending || decision.mutate("approve")}
        >
          {texts.allow}
        </button>
        <button
          type="button"
          className="button"
          aria-disabled={isPending}
          onClick={() => isPending || decision.mutate("deny")}
        >
          {texts.deny}
        </button>
      </div>
    </section>
  );
}
