import { AuthCard, type ViewType } from "@portico/react";
import { Auth, type AuthSettings, checkEmailScreen } from "@portico/react/plugins";
import type { Provider } from "@supabase/auth-js";
import { useEffect, useMemo, useRef, useState } from "react";
import { consentPath, questionAt } from "../auth/consent-address.ts";
import { providerScopes } from "../auth/providers.ts";
import { useFormWords } from "../auth/use-form-words.ts";
import { useBackend } from "../data/backend.tsx";
import { useVocabulary } from "../i18n/vocabulary.tsx";
import { useScheme } from "../shell/scheme.ts";
import { useIsFirstPage } from "../shell/use-heading-focus.ts";
import { SignInHints } from "./hints.tsx";
import { SignInFrame } from "./page-frame.tsx";
import { formPlugins, furtherMethods, SettingsContext } from "./plugins.ts";
import { useHeadingText } from "./use-heading-text.ts";

interface SignInPageProps {
  /** The social providers to offer. */
  providers: readonly Provider[];
  /** The backend's settings, where they are known. */
  settings?: AuthSettings | undefined;
  setPassword?: boolean;
}

const nothingSaid: AuthSettings = {};

/**
 * The page of whoever is not signed in, at every address: once they are, the address shows what it
 * should have shown. With a session it is the page that sets a new password.
 */
export function SignInPage({
  providers,
  settings = nothingSaid,
  setPassword = false,
}: SignInPageProps) {
  const { auth, configuration } = useBackend();
  const { words } = useVocabulary();
  const { dark } = useScheme();
  const { view, codeFor, follow } = useView(setPassword ? "update_password" : "sign_in");
  const client = useMemo(() => ({ auth }), [auth]);
  const localization = useFormWords();
  const first = useIsFirstPage();
  const { inbox, codeLength } = configuration;
  const [card, title] = useHeadingText(words.door.titles[view]);
  const mailbox = useLatest(words.door.theInbox);
  const plugins = useMemo(
    () => [
      ...formPlugins(),
      checkEmailScreen({
        codeLength,
        // Where the backend keeps what it sends, that is where an address is read.
        ...(inbox && { mailbox: () => ({ name: mailbox.current, href: inbox }) }),
      }),
      furtherMethods(codeLength),
    ],
    [inbox, codeLength, mailbox],
  );

  return (
    <SignInFrame title={title} offline={false}>
      <div ref={card}>
        <AuthCard>
          <SettingsContext value={settings}>
            <Auth
              supabaseClient={client}
              view={setPassword ? "update_password" : "sign_in"}
              providers={[...providers]}
              providerScopes={providerScopes}
              socialLayout="auto"
              redirectTo={hereAgain()}
              magicLink
              {...(!first && { autoFocus: true })}
              otpType={codeFor}
              plugins={plugins}
              passwordLimit
              dark={dark}
              localization={localization}
              onBeforeViewChange={follow}
            />
          </SettingsContext>
        </AuthCard>
      </div>
      <SignInHints view={view} setPassword={setPassword} />
    </SignInFrame>
  );
}

/** A ref that holds a value as the last render had it, for what outlives the render. */
function useLatest<Value>(value: Value) {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  }, [value]);
  return latest;
}

/** This page, for links and providers to come back to, with the question that an application asks. */
function hereAgain(): string | undefined {
  // A build has no address, and sends nobody anywhere.
  if (typeof location === "undefined") return undefined;
  const { origin, pathname, search } = location;
  return origin + pathname + (pathname === consentPath && questionAt(search) ? search : "");
}

/**
 * The view that the form shows, and which code it would verify: one typed after asking for a reset
 * is a recovery code, any other signs in.
 */
function useView(first: ViewType) {
  const [shown, setShown] = useState<{ view: ViewType; codeFor: "email" | "recovery" }>({
    view: first,
    codeFor: "email",
  });
  const follow = (view: ViewType) =>
    setShown((before) => ({
      view,
      codeFor:
        view === "verify_otp"
          ? before.view === "forgotten_password"
            ? "recovery"
            : "email"
          : before.codeFor,
    }));
  return { ...shown, follow };
}
