"use client";

import { type ConsentOptions, useConsent } from "@portico/react/consent";
import { Messages } from "@/components/portico/message";
import { usePortico } from "@/components/portico/provider";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "@/components/ui/card";

type ConsentProps = Omit<ConsentOptions, "localization" | "supabaseClient">;

/** Asks the signed-in user whether another application may sign them in. */
export function Consent(props: ConsentProps) {
  const consent = useConsent({ ...usePortico(), ...props });
  const { phase, question, redirectUrl } = consent;
  const texts = consent.words.consent;
  if (phase === "loading" || phase === "leaving") {
    return (
      <p role="status" className="text-sm">
        {phase === "leaving" ? texts.leaving : texts.loading}{" "}
        {redirectUrl && (
          <a className="underline" href={redirectUrl}>
            {texts.continue}
          </a>
        )}
      </p>
    );
  }
  if (!question) {
    const isFailed = phase === "failed" || phase === "question";
    return (
      <Card role="alert">
        <CardHeader>
          <CardTitle>
            <h2>{isFailed ? texts.failed_heading : texts[`${phase}_heading`]}</h2>
          </CardTitle>
          <CardDescription>
            {isFailed ? consent.alert.children : texts[`${phase}_text`]}
          </CardDescription>
        </CardHeader>
        {isFailed && (
          <CardContent>
            <Button variant="outline" onClick={() => void consent.retry()}>
              {texts.again}
            </Button>
          </CardContent>
        )}
      </Card>
    );
  }
  return (
    <section
      aria-label={question.heading}
      ref={(element) => {
        consent.ref.current = element;
      }}
    >
      <Card>
        <CardHeader>
          <CardTitle>
            <h2 tabIndex={-1} className="outline-none">
              {question.heading}
            </h2>
          </CardTitle>
          <CardDescription>
            {texts.signed_in_as} <bdi>{question.account}</bdi>
          </CardDescription>
        </CardHeader>
        <CardContent className="flex flex-col gap-4 text-sm">
          <div>
            <h3 className="text-muted-foreground">{texts.may}</h3>
            <ul className="list-disc ps-5">
              <li>{texts.account}</li>
              {question.scopes.map((scope) => (
                <li key={scope}>{texts[scope]}</li>
              ))}
            </ul>
          </div>
          <div>
            <h3 className="text-muted-foreground">{texts.goes_to}</h3>
            <p className="wrap-anywhere font-medium">
              <bdi dir="ltr">{question.destination}</bdi>
            </p>
          </div>
          <p className="text-muted-foreground">{texts.hint}</p>
          <Messages status={consent.status} alert={consent.alert} />
          <div className="flex flex-wrap gap-2">
            <Button {...consent.button("approve", "button")} onClick={() => void consent.approve()}>
              {texts.allow}
            </Button>
            <Button
              variant="outline"
              {...consent.button("deny", "button")}
              onClick={() => void consent.deny()}
            >
              {texts.deny}
            </Button>
          </div>
        </CardContent>
      </Card>
    </section>
  );
}
