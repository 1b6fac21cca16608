import "./consent.css";
import type { User } from "@supabase/auth-js";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useId } from "react";
import { useLocation } from "react-router";
import { authorizationIdIn } from "../auth/consent-path.ts";
import { useErrorText } from "../auth/error-text.ts";
import { useBackend } from "../data/backend.tsx";
import { useWords } from "../i18n/vocabulary.tsx";
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
  const words = useWords();
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
    <SignInFrame title={words.consent.title}>
      <div className="consent">
        {id === undefined ? (
          <Notice level={2} title={words.consent.noneTitle} text={words.consent.none} />
        ) : request.isError ? (
          <ConsentError error={request.error} retry={() => void request.refetch()} />
        ) : request.data && "details" in request.data ? (
          <ConsentForm id={id} details={request.data.details} person={person} />
        ) : (
          <p role="status">{redirectUrl ? words.consent.leaving : words.loading}</p>
        )}
      </div>
    </SignInFrame>
  );
}

/** Explains why the request cannot be answered. */
function ConsentError({ error, retry }: { error: Error; retry?: () => void }) {
  const words = useWords();
  const textOf = useErrorText();
  const reason = closedReasonOf(error);
  if (reason) {
    return (
      <Notice
        role="alert"
        level={2}
        title={words.consent[`${reason}Title`]}
        text={words.consent[reason]}
      />
    );
  }
  return (
    <Notice
      role="alert"
      level={2}
      title={words.consent.failedTitle}
      text={textOf(error)}
      {...(retry && { action: { label: words.tryAgain, run: retry } })}
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
  const words = useWords().consent;
  const textOf = useErrorText();
  const headingId = useId();
  const heading = useHeadingFocus<HTMLHeadingElement>();
  const name = details.client.name || words.unnamed;
  const destination = destinationOf(details.redirect_uri);
  const decision = useMutation({
    mutationFn: (choice: "approve" | "deny") => sendDecision(auth, id, choice),
    onSuccess: (to) => location.replace(to),
  });
  const { error, isPending } = decision;
  if (error && closedReasonOf(error)) return <ConsentError error={error} />;
  // A custom scheme opens another program, and this page stays open.
  if (decision.isSuccess) {
    return (
      <p role="status">
        {words.leaving} <a href={decision.data}>{words.goOn}</a>
      </p>
    );
  }
  return (
    <section aria-labelledby={headingId} aria-busy={isPending}>
      <h2 ref={heading} id={headingId} tabIndex={-1}>
        {words.heading(name)}
      </h2>
      <p>
        {words.who}{" "}
        <strong>
          <bdi>{person.email || (person.phone ? `+${person.phone}` : words.guest)}</bdi>
        </strong>
      </p>
      <h3>{words.may}</h3>
      <ul>
        <li>{words.account}</li>
        {scopesOf(details).map((scope) => (
          <li key={scope}>{words.scopes[scope]}</li>
        ))}
      </ul>
      <h3>{words.goesTo}</h3>
      <p className="consent-destination">
        <bdi dir="ltr">{destination}</bdi>
      </p>
      <p className="consent-hint">{words.hint}</p>
      <div role="alert">{error && <p className="message message-danger">{textOf(error)}</p>}</div>
      <div className="button-row">
        <button
          type="button"
          className="button button-primary"
          aria-disabled={isPending}
          onClick={() => isPending || decision.mutate("approve")}
        >
          {words.allow}
        </button>
        <button
          type="button"
          className="button"
          aria-disabled={isPending}
          onClick={() => isPending || decision.mutate("deny")}
        >
          {words.deny}
        </button>
      </div>
    </section>
  );
}
