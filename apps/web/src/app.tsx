import { useUser, type ViewType, viewFromHash } from "@portico/react";
import { useGate } from "@portico/react/protected";
import { lazy, Suspense, useEffect, useState } from "react";
import { confirmPath } from "./auth/confirm-path.ts";
import { consentPath } from "./auth/consent-path.ts";
import { useBackendSettings } from "./auth/use-backend-settings.ts";
import { useLinkErrorToast } from "./auth/use-link-error-toast.ts";
import { usePasswordUpdatedMessage } from "./auth/use-password-updated-message.ts";
import { useSignOutRedirect } from "./auth/use-sign-out-redirect.ts";
import { usePath } from "./browser/address.ts";
import { useBackend } from "./data/backend.tsx";
import { hasStoredSession } from "./data/stored-session.ts";
import { FrameSkeleton, SigningIn } from "./shell/skeleton.tsx";
import { SignInPage } from "./sign-in/sign-in-page.tsx";
import { loadSignedInPages, prefetchSignedInPages } from "./signed-in/prefetch.ts";

// Load these modules on demand, because the sign-in page does not need them.
const SignedInPages = lazy(loadSignedInPages);
const ConfirmPage = lazy(() => import("./sign-in/confirm-page.tsx"));
const SecondFactorPage = lazy(() => import("./sign-in/second-factor.tsx"));

/**
 * Renders the page that the path and the session select.
 *
 * @param props.redirectError the error that the backend put into the address, if any
 */
export function App({ redirectError }: { redirectError?: string | undefined }) {
  const { user } = useUser();
  const backend = useBackend();
  const backendSettings = useBackendSettings();
  const path = usePath();
  const isRecoveryAddress = path === "/" && addressShowsView("update_password");
  const gate = useGate({
    supabaseClient: backend,
    recovery: backend.recovery,
    recovering: isRecoveryAddress || undefined,
  });
  const [pendingError, setPendingError] = useState(redirectError);
  useSignOutRedirect((gate.user ?? user)?.id);
  useLinkErrorToast();
  const flash = usePasswordUpdatedMessage();
  usePrefetch();

  if (path === confirmPath) {
    return (
      <Suspense>
        <ConfirmPage />
      </Suspense>
    );
  }
  const pending = path === consentPath ? null : <PendingPage />;
  if (gate.user) {
    return (
      // The key discards the pages and the cache when another user signs in.
      <Suspense key={gate.user.id} fallback={pending}>
        <SignedInPages
          gate={gate}
          providers={backendSettings?.providers ?? []}
          redirectError={pendingError}
          onErrorShown={() => setPendingError(undefined)}
          flash={flash}
        />
      </Suspense>
    );
  }
  switch (gate.state) {
    case "signed-out":
      return backendSettings ? <SignInPage {...backendSettings} /> : <PendingPage />;
    case "recovery":
      return <SignInPage key="recovery" providers={[]} setPassword />;
    case "second-factor":
      return (
        <Suspense>
          <SecondFactorPage />
        </Suspense>
      );
    case "loading":
    case "anonymous":
    case "signed-in":
      return pending;
  }
}

/** Returns whether the fragment of the URL selects the view. There is no URL during prerendering. */
function addressShowsView(view: ViewType): boolean {
  return typeof location !== "undefined" && viewFromHash(location) === view;
}

/** Shows an outline of the page that will most likely follow, until the session is checked. */
function PendingPage() {
  const { hasSessionLink } = useBackend();
  if (hasSessionLink) return <SigningIn />;
  return hasStoredSession() ? <FrameSkeleton /> : null;
}

/** Prefetches the signed-in pages: immediately if there is a session, else at the first input. */
function usePrefetch(): void {
  const { hasSessionLink } = useBackend();
  useEffect(() => {
    if (hasSessionLink || hasStoredSession()) return prefetchSignedInPages();
    addEventListener("input", prefetchSignedInPages, { once: true });
    return () => removeEventListener("input", prefetchSignedInPages);
  }, [hasSessionLink]);
}
