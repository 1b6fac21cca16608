"use client";

import { type AuthProps, useSignIn } from "@portico/react";
import { en, Still, useGate } from "@portico/react/protected";
import { Fragment, type ReactNode } from "react";
import { Auth } from "@/components/portico/auth";
import { FormBody } from "@/components/portico/form";
import { Messages } from "@/components/portico/message";
import { NewPassword } from "@/components/portico/new-password";
import { usePortico } from "@/components/portico/provider";
import { SecondFactor } from "@/components/portico/second-factor";
import { Button } from "@/components/ui/button";
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogHeader,
  DialogTitle,
} from "@/components/ui/dialog";

interface GateProps extends Pick<AuthProps, "magicLink" | "providers"> {
  /** The application. */
  children?: ReactNode;
  /** The content until the session is loaded. Default: nothing. */
  loading?: ReactNode;
  /** The content for visitors who are not signed in. Default: the sign-in form with links to the others. */
  signedOut?: ReactNode;
}

/**
 * Shows the application to signed-in users, and the sign-in form to visitors. If a session ends while the user is
 * working, a dialog covers the application, which is inert until the user signs in again.
 */
export function Gate({ children, loading, signedOut, ...options }: GateProps) {
  const { state, user, paused, leave } = useGate(usePortico());
  if (user) {
    return (
      // The key remounts the application for another user, who must not see the first user's data.
      <Fragment key={user.id}>
        <Still paused={paused} className="contents">
          {children}
        </Still>
        {paused && (
          <SignInDialog
            email={user.email}
            needsSecondFactor={state === "second-factor"}
            onLeave={leave}
          />
        )}
      </Fragment>
    );
  }
  if (state === "signed-out" && signedOut) return signedOut;
  const form =
    state === "signed-out" ? (
      <Auth {...options} />
    ) : state === "recovery" ? (
      <NewPassword />
    ) : (
      state === "second-factor" && <SecondFactor />
    );
  if (!form) return loading;
  return (
    <main className="flex min-h-svh w-full items-center justify-center p-4 md:p-10">{form}</main>
  );
}

interface SignInDialogProps {
  email: string | undefined;
  /** Whether only the second factor is missing. */
  needsSecondFactor: boolean;
  onLeave: () => void;
}

/** Renders the dialog that asks the user to sign in again. */
function SignInDialog({ email, needsSecondFactor, onLeave }: SignInDialogProps) {
  const portico = usePortico();
  const texts = { ...en.session_ended, ...portico.localization?.gate?.session_ended };
  const form = useSignIn(portico);
  return (
    <Dialog open>
      <DialogContent showCloseButton={false}>
        <DialogHeader>
          <DialogTitle>{texts.heading}</DialogTitle>
          <DialogDescription>{texts.text}</DialogDescription>
        </DialogHeader>
        {needsSecondFactor ? (
          <SecondFactor />
        ) : (
          <>
            <h3 {...form.heading} className="sr-only" />
            <FormBody form={form} email={email} autoFocus={Boolean(email)} />
            <Messages status={form.status} alert={form.alert} />
          </>
        )}
        <Button variant="link" onClick={onLeave}>
          {texts.leave}
        </Button>
      </DialogContent>
    </Dialog>
  );
}
