"use client";

import { useUser } from "@portico/react";
import account from "@portico/react/account/locales/de";
import forms from "@portico/react/locales/de";
import plugins from "@portico/react/plugins/locales/de";
import gate from "@portico/react/protected/locales/de";
import type { SupabaseClient } from "@supabase/supabase-js";
import { type ReactNode, useEffect, useState } from "react";
import { Account } from "@/components/portico/account";
import { Consent } from "@/components/portico/consent";
import { ForgottenPassword } from "@/components/portico/forgotten-password";
import { Gate } from "@/components/portico/gate";
import { MagicLink } from "@/components/portico/magic-link";
import { NewPassword } from "@/components/portico/new-password";
import { OneTimeCode } from "@/components/portico/one-time-code";
import { Passkey } from "@/components/portico/passkey";
import { Phone } from "@/components/portico/phone";
import { PorticoProvider } from "@/components/portico/provider";
import { SecondFactor } from "@/components/portico/second-factor";
import { SignIn } from "@/components/portico/sign-in";
import { SignUp } from "@/components/portico/sign-up";
import { SocialButtons } from "@/components/portico/social-buttons";
import { UserMenu } from "@/components/portico/user-menu";

/** Renders one block's page, which the path selects. */
export function Application({ path, client }: { path: string; client: SupabaseClient }) {
  const german = { ...forms, ...account, ...gate, ...plugins };
  const { origin } = typeof location === "undefined" ? { origin: "" } : location;
  const page = path.replace(/^\/(de\/)?|\/$/g, "");
  return (
    <PorticoProvider
      supabaseClient={client}
      redirectTo={`${origin}/new-password`}
      localization={path.startsWith("/de/") ? german : undefined}
    >
      <Page name={page} />
      <SessionStatus />
    </PorticoProvider>
  );
}

function Page({ name }: { name: string }) {
  const [sentTo, setSentTo] = useState<string>();
  switch (name) {
    case "sign-in":
      return (
        <Centered>
          <SignIn
            links={{
              forgotten_password: "/forgotten-password",
              magic_link: "/magic-link",
              sign_up: "/sign-up",
            }}
          >
            <SocialButtons providers={["github", "google"]} />
            <Passkey />
          </SignIn>
        </Centered>
      );
    case "sign-up":
      return (
        <Centered>
          <SignUp links={{ sign_in: "/sign-in" }} />
        </Centered>
      );
    case "magic-link":
      return (
        <Centered>
          <MagicLink links={{ sign_in: "/sign-in" }} />
        </Centered>
      );
    case "one-time-code":
      return (
        <Centered>
          <OneTimeCode email={sentTo} />
        </Centered>
      );
    case "forgotten-password":
      return (
        <Centered>
          <ForgottenPassword links={{ sign_in: "/sign-in" }} />
        </Centered>
      );
    case "new-password":
      return (
        <Centered>
          <NewPassword />
        </Centered>
      );
    case "social-buttons":
      return (
        <Centered>
          <div className="w-full max-w-sm">
            <SocialButtons providers={["github", "google"]} />
          </div>
        </Centered>
      );
    case "passkey":
      return (
        <Centered>
          <Passkey />
        </Centered>
      );
    case "phone":
      return (
        <Centered>
          <Phone country="GB" />
        </Centered>
      );
    case "phone-sign-up":
      return (
        <Centered>
          <Phone country="GB" view="sign_up" onSuccess={() => setSentTo(undefined)} />
        </Centered>
      );
    case "second-factor":
      return (
        <Centered>
          <SecondFactor />
        </Centered>
      );
    case "account":
      return (
        <Gate>
          <main className="p-4 md:p-10">
            <h1 className="mb-6 text-center font-semibold text-2xl">Account</h1>
            <Account
              phone
              factors={["totp", "phone", "webauthn"]}
              providers={["github"]}
              remove={async () => {}}
            />
          </main>
        </Gate>
      );
    case "consent":
      return (
        <Gate>
          <Centered>
            <Consent />
          </Centered>
        </Gate>
      );
    default:
      return (
        <Gate magicLink providers={["github"]}>
          <header className="flex items-center justify-between border-b p-2">
            <span>Application</span>
            <UserMenu onAccount={() => location.assign("/account")} />
          </header>
          <main className="p-4">
            <h1>Inside</h1>
            <textarea aria-label="Note" className="border" />
          </main>
        </Gate>
      );
  }
}

function Centered({ children }: { children: ReactNode }) {
  return (
    <main className="flex min-h-svh w-full items-center justify-center p-4 md:p-10">
      {children}
    </main>
  );
}

/** Renders the session's status after hydration, for the tests to read. */
function SessionStatus() {
  const { status, user } = useUser();
  const [isHydrated, setIsHydrated] = useState(false);
  useEffect(() => setIsHydrated(true), []);
  return (
    isHydrated && <output data-status={status} data-user={user?.email || user?.phone} hidden />
  );
}
