"use client";

import { Fragment, type ReactNode } from "react";
import { mergeTexts } from "../i18n/feature-words.ts";
import { Auth } from "../kit/auth.tsx";
import { AuthCard } from "../kit/auth-card.tsx";
import { SignIn, UpdatePassword } from "../kit/parts.tsx";
import type { User } from "../supabase-types.ts";
import type { ProtectedClient } from "./client.ts";
import { en } from "./en.ts";
import { type Look, SecondFactor } from "./second-factor.tsx";
import { SignInAgain } from "./sign-in-again.tsx";
import { Still } from "./still.tsx";
import { type Gate, useGate } from "./use-gate.ts";
import type { GateLocalization } from "./use-second-factor.ts";

export interface ProtectedProps extends Look {
  supabaseClient: ProtectedClient;
  /** The application. If it is a function, it is called with the user. */
  children?: ReactNode | ((user: User) => ReactNode);
  /** The content until the session is loaded. Default: nothing. */
  loading?: ReactNode;
  /** The content for visitors who are not signed in. Default: `<Auth>` on its card. */
  signedOut?: ReactNode;
  /** The content for visitors who must set a new password. Default: the form for it. */
  recovery?: ReactNode;
  /** The content for users who still have to confirm a second factor. Default: `<SecondFactor>` on a card. */
  secondFactor?: ReactNode;
  /** The content for anonymous users. Default: the application. */
  anonymous?: ReactNode;
  /**
   * The content of the dialog for users whose session ended while they were working. Default: a sign-in form with a
   * password.
   */
  signInAgain?: ReactNode;
  localization?: GateLocalization;
  /** The result of `useGate`, if the application has already called it. */
  gate?: Gate;
}

/**
 * Protects an application: visitors see the sign-in forms, and signed-in users keep what they have typed when their
 * session ends.
 *
 * @example
 * <UserContextProvider supabaseClient={supabase}>
 *   <Protected supabaseClient={supabase}>
 *     <Application />
 *   </Protected>
 * </UserContextProvider>
 *
 * @throws {Error} outside a `UserContextProvider`.
 */
export function Protected({ gate, ...props }: ProtectedProps) {
  return gate ? <GateView {...props} gate={gate} /> : <ProtectedWithOwnGate {...props} />;
}

function ProtectedWithOwnGate(props: Omit<ProtectedProps, "gate">) {
  return <GateView {...props} gate={useGate({ supabaseClient: props.supabaseClient })} />;
}

function GateView({ gate, ...props }: ProtectedProps & { gate: Gate }) {
  const { children, signedOut, recovery, secondFactor, anonymous, supabaseClient } = props;
  const { state, user, paused } = gate;
  const form = formProps(props);

  const secondFactorForm = <SecondFactor {...form} supabaseClient={supabaseClient} />;
  if (user) {
    const application =
      state === "anonymous" && anonymous !== undefined
        ? anonymous
        : typeof children === "function"
          ? children(user)
          : children;
    // The key unmounts one user's application before the next user's is shown.
    return (
      <Fragment key={user.id}>
        <Still paused={paused}>{application}</Still>
        {paused && (
          <SignInDialog gate={gate} {...props} user={user}>
            {state === "second-factor" ? secondFactorForm : undefined}
          </SignInDialog>
        )}
      </Fragment>
    );
  }

  switch (state) {
    case "signed-out":
      return (
        <>
          {signedOut ?? (
            <AuthCard>
              <Auth {...form} />
            </AuthCard>
          )}
        </>
      );
    case "recovery":
      return (
        <>
          {recovery ?? (
            <AuthCard>
              <UpdatePassword {...form} />
            </AuthCard>
          )}
        </>
      );
    case "second-factor":
      return <>{secondFactor ?? <AuthCard>{secondFactorForm}</AuthCard>}</>;
    case "loading":
    case "anonymous":
    case "signed-in":
      return <>{props.loading}</>;
  }
}

function SignInDialog({
  gate,
  user,
  children,
  ...props
}: Omit<ProtectedProps, "children"> & { gate: Gate; user: User; children: ReactNode }) {
  const { session_ended: endedTexts, second_factor: factorTexts } = mergeTexts(
    en,
    props.localization?.gate,
  );
  const needsSecondFactor = children !== undefined;
  return (
    <SignInAgain
      key={String(needsSecondFactor)}
      title={needsSecondFactor ? factorTexts.heading : endedTexts.heading}
      text={needsSecondFactor ? undefined : endedTexts.text}
      email={user.email}
      leaveLabel={endedTexts.leave}
      onLeave={gate.leave}
      lang={props.localization?.lang}
    >
      {children ?? props.signInAgain ?? <SignIn {...formProps(props)} providers={[]} />}
    </SignInAgain>
  );
}

/** Returns the props that are passed on to the kit's forms. */
function formProps(props: ProtectedProps) {
  const { supabaseClient, localization, appearance, components, dark, theme } = props;
  return {
    supabaseClient,
    ...(localization && { localization }),
    ...(appearance && { appearance }),
    ...(components && { components }),
    ...(dark === undefined ? {} : { dark }),
    ...(theme === undefined ? (dark ? { theme: "dark" } : {}) : { theme }),
  };
}
