"use client";

import { type ReactNode, useEffect, useId, useRef } from "react";
import { Button } from "../elements/button.tsx";
import { Heading } from "../elements/heading.tsx";
import { FormMessages } from "../form/form-messages.tsx";
import type { AuthProps } from "../headless/auth-props.ts";
import { Root } from "../theme/root.tsx";
import {
  type ConsentOptions,
  type ConsentQuestion,
  type Consent as ConsentState,
  useConsent,
} from "./use-consent.ts";

export interface ConsentProps
  extends ConsentOptions,
    Pick<AuthProps, "appearance" | "components" | "dark" | "theme"> {}

/**
 * Renders the consent screen of an OAuth server: the application's name, what it may do, and where the user will be
 * sent. The application's logo is not shown, because anyone can register an application with another one's logo. Render
 * the screen at the project's `authorization_url_path`, and show it only to signed-in users.
 *
 * @example
 * <AuthCard>
 *   <Consent supabaseClient={supabase} />
 * </AuthCard>
 *
 * @throws {Error} outside a `UserContextProvider`.
 */
export function Consent(props: ConsentProps) {
  const root = useRef<HTMLDivElement>(null);
  const consent = useConsent(props);
  const { phase, question, redirectUrl, words } = consent;
  const texts = words.consent;
  return (
    <Root look={props} element={root}>
      <div className="portico-consent">
        {phase === "question" && question ? (
          <Question consent={consent} question={question} />
        ) : phase === "none" || phase === "over" || phase === "off" ? (
          <Notice heading={texts[`${phase}_heading`]} text={texts[`${phase}_text`]} />
        ) : phase === "failed" ? (
          <Notice heading={texts.failed_heading} text={consent.alert.children}>
            <Button onClick={() => void consent.retry()}>{texts.again}</Button>
          </Notice>
        ) : (
          <p role="status" className="portico-text">
            {phase === "leaving" ? texts.leaving : texts.loading}{" "}
            {/* With a custom scheme, the link opens another program and this page stays open. */}
            {redirectUrl && (
              <a className="portico-anchor" href={redirectUrl}>
                {texts.continue}
              </a>
            )}
          </p>
        )}
      </div>
    </Root>
  );
}

function Question({ consent, question }: { consent: ConsentState; question: ConsentQuestion }) {
  const texts = consent.words.consent;
  const id = useId();
  const heading = useFocusOnMount();
  return (
    <section
      aria-labelledby={id}
      ref={(element) => {
        consent.ref.current = element;
      }}
    >
      <Heading id={id} {...heading}>
        {question.heading}
      </Heading>
      <p className="portico-text">
        {texts.signed_in_as}{" "}
        <strong>
          <bdi>{question.account}</bdi>
        </strong>
      </p>
      <h3 className="portico-consent-label">{texts.may}</h3>
      <ul className="portico-consent-list">
        <li>{texts.account}</li>
        {question.scopes.map((scope) => (
          <li key={scope}>{texts[scope]}</li>
        ))}
      </ul>
      <h3 className="portico-consent-label">{texts.goes_to}</h3>
      <p className="portico-text">
        <strong>
          <bdi dir="ltr">{question.destination}</bdi>
        </strong>
      </p>
      <p className="portico-text portico-consent-hint">{texts.hint}</p>
      <FormMessages form={consent} />
      <div className="portico-consent-buttons">
        <Button
          color="primary"
          {...consent.button("approve", "button")}
          onClick={() => void consent.approve()}
        >
          {texts.allow}
        </Button>
        <Button {...consent.button("deny", "button")} onClick={() => void consent.deny()}>
          {texts.deny}
        </Button>
      </div>
    </section>
  );
}

interface NoticeProps {
  heading: string;
  text: ReactNode;
  children?: ReactNode;
}

/** Explains why there is nothing to answer. */
function Notice({ heading, text, children }: NoticeProps) {
  const focus = useFocusOnMount();
  return (
    <div role="alert">
      <Heading {...focus}>{heading}</Heading>
      <p className="portico-text">{text}</p>
      {children}
    </div>
  );
}

/** Returns props that focus an element when it replaces another one that had the focus. */
function useFocusOnMount() {
  const ref = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const { activeElement } = document;
    if (!activeElement || activeElement === document.body) ref.current?.focus();
  }, []);
  return { ref, tabIndex: -1 };
}
