import "./consent.css";
import type { User } from "@supabase/auth-js";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useId } from "react";
import { useLocation } from "react-router";
import { questionAt } from "../auth/consent-address.ts";
import { useErrorText } from "../auth/error-text.ts";
import { useBackend } from "../data/backend.tsx";
import { useWords } from "../i18n/vocabulary.tsx";
import { Notice } from "../shell/notice.tsx";
import { useHeadingFocus } from "../shell/use-heading-focus.ts";
import { SignInFrame } from "../sign-in/page-frame.tsx";
import {
  answerQuestion,
  endOf,
  placeOf,
  type Question,
  readQuestion,
  scopesOf,
} from "./question.ts";

/**
 * Asks whoever is signed in whether another application may sign them in with their account here: who
 * asks, what it will be able to do, and where the answer goes. The application's own picture is not
 * shown: anybody may register one that looks like another's.
 */
export function ConsentPage({ person }: { person: User }) {
  const { auth } = useBackend();
  const words = useWords();
  const id = questionAt(useLocation().search);
  const question = useQuery({
    queryKey: ["consent", person.id, id],
    queryFn: () => readQuestion(auth, id ?? ""),
    enabled: id !== undefined,
    // It can be answered once: what was read stays what is asked.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  const goTo = question.data && "goTo" in question.data ? question.data.goTo : undefined;

  useEffect(() => {
    if (goTo) location.replace(goTo);
  }, [goTo]);

  return (
    <SignInFrame title={words.consent.title}>
      <div className="consent">
        {id === undefined ? (
          <Notice level={2} title={words.consent.noneTitle} text={words.consent.none} />
        ) : question.isError ? (
          <Unread error={question.error} retry={() => void question.refetch()} />
        ) : question.data && "ask" in question.data ? (
          <Asked id={id} question={question.data.ask} person={person} />
        ) : (
          <p role="status">{goTo ? words.consent.leaving : words.loading}</p>
        )}
      </div>
    </SignInFrame>
  );
}

/** There is nothing to answer, and why. */
function Unread({ error, retry }: { error: Error; retry?: () => void }) {
  const words = useWords();
  const textOf = useErrorText();
  const end = endOf(error);
  if (end) {
    return (
      <Notice
        role="alert"
        level={2}
        title={words.consent[`${end}Title`]}
        text={words.consent[end]}
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

interface AskedProps {
  id: string;
  question: Extract<Question, { ask: unknown }>["ask"];
  person: User;
}

function Asked({ id, question, person }: AskedProps) {
  const { auth } = useBackend();
  const words = useWords().consent;
  const textOf = useErrorText();
  const headingId = useId();
  const heading = useHeadingFocus<HTMLHeadingElement>();
  const name = question.client.name || words.unnamed;
  const place = placeOf(question.redirect_uri);
  const decision = useMutation({
    mutationFn: (answer: "approve" | "deny") => answerQuestion(auth, id, answer),
    onSuccess: (to) => location.replace(to),
  });
  const { error, isPending } = decision;
  if (error && endOf(error)) return <Unread error={error} />;
  // A program on the device may be called without the page being left.
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
        {scopesOf(question).map((scope) => (
          <li key={scope}>{words.scopes[scope]}</li>
        ))}
      </ul>
      <h3>{words.goesTo}</h3>
      <p className="consent-place">
        <bdi dir="ltr">{place}</bdi>
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
