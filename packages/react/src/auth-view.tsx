"use client";

import { type ComponentType, useId, useRef } from "react";
import { Divider } from "./elements/divider.tsx";
import { Heading } from "./elements/heading.tsx";
import { Message } from "./elements/message.tsx";
import { CardContext } from "./form/card.ts";
import { failureOf } from "./form/failure.ts";
import { useSubmission } from "./form/use-submission.ts";
import { wordsOf } from "./i18n/words.ts";
import { defaultProviders } from "./social/providers.ts";
import { SocialButtons } from "./social/social-buttons.tsx";
import { Root } from "./theme/root.tsx";
import type { AuthProps } from "./types.ts";
import { useView } from "./use-view.ts";
import type { ViewType } from "./view-names.ts";
import { ForgottenPasswordView } from "./views/forgotten-password.tsx";
import { MagicLinkView } from "./views/magic-link.tsx";
import { SignInView } from "./views/sign-in.tsx";
import { SignUpView } from "./views/sign-up.tsx";
import { UpdatePasswordView } from "./views/update-password.tsx";
import { VerifyOtpView } from "./views/verify-otp.tsx";
import type { ViewProps } from "./views/view.ts";

const views: Readonly<Record<ViewType, ComponentType<ViewProps>>> = {
  sign_in: SignInView,
  sign_up: SignUpView,
  forgotten_password: ForgottenPasswordView,
  magic_link: MagicLinkView,
  update_password: UpdatePasswordView,
  verify_otp: VerifyOtpView,
};

/** The views that offer social sign-in above their form. */
const social: ReadonlySet<ViewType> = new Set(["sign_in", "sign_up", "magic_link"]);

/** The whole form: the one view that is shown, the social buttons above it, what it says below. */
export function AuthView({
  supabaseClient,
  socialLayout = "vertical",
  socialColors = false,
  providers = [...defaultProviders],
  providerScopes,
  queryParams,
  view: start = "sign_in",
  redirectTo,
  onlyThirdPartyProviders = false,
  magicLink = false,
  showLinks = true,
  appearance,
  dark = false,
  theme = "default",
  localization,
  otpType = "email",
  additionalData,
  passwordLimit = false,
  onViewChange,
  children,
}: AuthProps) {
  const words = wordsOf(localization?.variables);
  const root = useRef<HTMLDivElement>(null);
  const id = useId();
  const submission = useSubmission((error) => failureOf(error, words));
  const { view, email, follow } = useView({
    client: supabaseClient.auth,
    start,
    linked: showLinks,
    magicLink,
    submission,
    updated: words.update_password.confirmation_text,
    root,
    onViewChange,
  });

  const View = views[view];
  const { heading } = words[view];
  const { state } = submission;
  const offersSocial = social.has(view);
  const offersForm = !(offersSocial && onlyThirdPartyProviders);
  const card = { words, submission, headingId: `${id}h`, errorId: `${id}e`, email, follow };

  return (
    <Root
      appearance={appearance}
      theme={dark && theme === "default" ? "dark" : theme}
      lang={localization?.lang}
      element={root}
    >
      <CardContext.Provider value={card}>
        {heading && <Heading id={card.headingId}>{heading}</Heading>}
        {offersSocial && providers.length > 0 && (
          <>
            <SocialButtons
              client={supabaseClient}
              providers={providers}
              layout={socialLayout}
              colors={socialColors}
              providerScopes={providerScopes}
              queryParams={queryParams}
              redirectTo={redirectTo}
              text={words[view === "sign_up" ? "sign_up" : "sign_in"].social_provider_text}
            />
            {offersForm && <Divider />}
          </>
        )}
        {offersForm && (
          <View
            client={supabaseClient}
            redirectTo={redirectTo}
            showLinks={showLinks}
            magicLink={magicLink}
            passwordLimit={passwordLimit}
            otpType={otpType}
            additionalData={additionalData}
          >
            {children}
          </View>
        )}
        {/* Both regions are there before they have something to say: only then is it announced. */}
        <div role="status">
          {state.phase === "done" && state.confirmation && <Message>{state.confirmation}</Message>}
        </div>
        <div role="alert" id={card.errorId}>
          {state.phase === "failed" && <Message color="danger">{state.message}</Message>}
        </div>
      </CardContext.Provider>
    </Root>
  );
}
