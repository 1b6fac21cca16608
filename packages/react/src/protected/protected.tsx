"use client";

import { Fragment, type ReactNode } from "react";
import { overlaid } from "../i18n/feature-words.ts";
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
  /** The application. A function is told who it is for. */
  children?: ReactNode | ((user: User) => ReactNode);
  /** Shown until the session is known. Default: nothing. */
  loading?: ReactNode;
  /** Shown to visitors who are not signed in. Default: `<Auth>` on its card. */
  signedOut?: ReactNode;
  /** Shown to visitors who came to set a new password. Default: the form for it. */
  recovery?: ReactNode;
  /**
   * Shown to users who have yet to confirm with a second factor. Default: `<SecondFactor>` on a
   * card.
   */
  secondFactor?: ReactNode;
  /** Shown to anonymous users in the place of the application, which they see by default. */
  anonymous?: ReactNode;
  /**
   * Shown in a dialog to a user whose session ended in the middle of their work. Default: the form
   * that signs in by password.
   */
  signInAgain?: ReactNode;
  localization?: GateLocalization;
  /** The result of `useGate`, where the application has called it already. */
  gate?: Gate;
}

/**
 * The gate of an application: a visitor is shown the forms that are needed to get in, and
 * a user who is in keeps what they typed when their session ends.
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
  return gate ? <Passage {...props} gate={gate} /> : <OwnGate {...props} />;
}

function OwnGate(props: Omit<ProtectedProps, "gate">) {
  return <Passage {...props} gate={useGate({ supabaseClient: props.supabaseClient })} />;
}

function Passage({ gate, ...props }: ProtectedProps & { gate: Gate }) {
  const { children, signedOut, recovery, secondFactor, anonymous, supabaseClient } = props;
  const { state, user, paused } = gate;
  const form = formProps(props);

  const step = <SecondFactor {...form} supabaseClient={supabaseClient} />;
  if (user) {
    const application =
      state === "anonymous" && anonymous !== undefined
        ? anonymous
        : typeof children === "function"
          ? children(user)
          : children;
    // One person's application must not be there, even for a moment, for the next.
    return (
      <Fragment key={user.id}>
        <Still paused={paused}>{application}</Still>
        {paused && (
          <Again gate={gate} {...props} user={user}>
            {state === "second-factor" ? step : undefined}
          </Again>
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
      return <>{secondFactor ?? <AuthCard>{step}</AuthCard>}</>;
    case "loading":
    case "anonymous":
    case "signed-in":
      return <>{props.loading}</>;
  }
}

function Again({
  gate,
  user,
  children,
  ...props
}: Omit<ProtectedProps, "children"> & { gate: Gate; user: User; children: ReactNode }) {
  const { session_ended: words, second_factor: step } = overlaid(en, props.localization?.gate);
  const halfIn = children !== undefined;
  return (
    <SignInAgain
      key={String(halfIn)}
      title={halfIn ? step.heading : words.heading}
      text={halfIn ? undefined : words.text}
      email={user.email}
      leave={words.leave}
      onLeave={gate.leave}
      lang={props.localization?.lang}
    >
      {children ?? props.signInAgain ?? <SignIn {...formProps(props)} providers={[]} />}
    </SignInAgain>
  );
}

/** The props that the forms of the kit are given. */
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
