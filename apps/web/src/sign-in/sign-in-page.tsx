import { AuthCard, type ViewType } from "@portico/react";
import { Auth, type AuthSettings, checkEmailScreen } from "@portico/react/plugins";
import type { Provider } from "@supabase/auth-js";
import { useEffect, useMemo, useRef, useState } from "react";
import { authorizationIdIn, consentPath } from "../auth/consent-path.ts";
import { providerScopes } from "../auth/providers.ts";
import { useFormTexts } from "../auth/use-form-texts.ts";
import { useBackend } from "../data/backend.tsx";
import { useTranslations } from "../i18n/translations.tsx";
import { useScheme } from "../shell/scheme.ts";
import { useIsFirstPage } from "../shell/use-heading-focus.ts";
import { SignInHints } from "./hints.tsx";
import { SignInFrame } from "./page-frame.tsx";
import { formPlugins, moreSignInMethods, SettingsContext } from "./plugins.ts";
import { useHeadingText } from "./use-heading-text.ts";

interface SignInPageProps {
  /** The social providers to show. */
  providers: readonly Provider[];
  /** The backend's settings, if they are known. */
  settings?: AuthSettings | undefined;
  setPassword?: boolean;
}

const noSettings: AuthSettings = {};

/**
 * The sign-in page, shown at every address without a session. After signing in, the address shows its own page. With a
 * session and `setPassword` it asks for a new password.
 */
export function SignInPage({
  providers,
  settings = noSettings,
  setPassword = false,
}: SignInPageProps) {
  const { auth, configuration } = useBackend();
  const { texts } = useTranslations();
  const { dark } = useScheme();
  const { view, otpType, handleViewChange } = useView(setPassword ? "update_password" : "sign_in");
  const client = useMemo(() => ({ auth }), [auth]);
  const localization = useFormTexts();
  const isFirstPage = useIsFirstPage();
  const { inbox, codeLength } = configuration;
  const [card, title] = useHeadingText(texts.signIn.titles[view]);
  const mailbox = useLatestRef(texts.signIn.theInbox);
  const plugins = useMemo(
    () => [
      ...formPlugins(),
      checkEmailScreen({
        codeLength,
        // In development, e-mails are read in the inbox.
        ...(inbox && { mailbox: () => ({ name: mailbox.current, href: inbox }) }),
      }),
      moreSignInMethods(codeLength),
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
              redirectTo={currentUrl()}
              magicLink
              {...(!isFirstPage && { autoFocus: true })}
              otpType={otpType}
              plugins={plugins}
              passwordLimit
              dark={dark}
              localization={localization}
              onBeforeViewChange={handleViewChange}
            />
          </SettingsContext>
        </AuthCard>
      </div>
      <SignInHints view={view} setPassword={setPassword} />
    </SignInFrame>
  );
}

/** Returns a ref to the latest value, for callbacks that outlive a render. */
function useLatestRef<Value>(value: Value) {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  }, [value]);
  return latest;
}

/** Returns the URL that links and providers redirect to. It includes the authorization request, if there is one. */
function currentUrl(): string | undefined {
  // Prerendering has no address.
  if (typeof location === "undefined") return undefined;
  const { origin, pathname, search } = location;
  return origin + pathname + (pathname === consentPath && authorizationIdIn(search) ? search : "");
}

/**
 * Tracks the view of the form and the type of code that it verifies: a recovery code after "forgotten password", else
 * an e-mail code.
 */
function useView(initialView: ViewType) {
  const [state, setState] = useState<{ view: ViewType; otpType: "email" | "recovery" }>({
    view: initialView,
    otpType: "email",
  });
  const handleViewChange = (view: ViewType) =>
    setState((previous) => ({
      view,
      otpType:
        view === "verify_otp"
          ? previous.view === "forgotten_password"
            ? "recovery"
            : "email"
          : previous.otpType,
    }));
  return { ...state, handleViewChange };
}
