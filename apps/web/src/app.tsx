import { useUser, type ViewType, viewFromHash } from "@portico/react";
import { useGate } from "@portico/react/protected";
import { lazy, Suspense, useEffect, useState } from "react";
import { useArrivalError } from "./auth/arrival-error.ts";
import { confirmPath } from "./auth/confirm-path.ts";
import { consentPath } from "./auth/consent-address.ts";
import { usePasswordNews } from "./auth/password-news.ts";
import { useSignOutElsewhere } from "./auth/sign-out-elsewhere.ts";
import { useOffer } from "./auth/use-offer.ts";
import { usePath } from "./browser/address.ts";
import { useBackend } from "./data/backend.tsx";
import { hasKeptSession } from "./data/kept-session.ts";
import { Arriving, FrameSkeleton } from "./shell/skeleton.tsx";
import { SignInPage } from "./sign-in/sign-in-page.tsx";
import { loadSignedInPages, prefetchSignedInPages } from "./signed-in/prefetch.ts";

// The page of a visitor needs none of these.
const SignedInPages = lazy(loadSignedInPages);
const ConfirmPage = lazy(() => import("./sign-in/confirm-page.tsx"));
const SecondFactorPage = lazy(() => import("./sign-in/second-factor.tsx"));

/**
 * The routes, and which of them need a session.
 *
 * @param props.refusal what the backend said when it sent the visitor here, if it refused something
 */
export function App({ refusal }: { refusal?: string | undefined }) {
  const { user } = useUser();
  const backend = useBackend();
  const offer = useOffer();
  const path = usePath();
  const asked = path === "/" && isAsked("update_password");
  const gate = useGate({
    supabaseClient: backend,
    recovery: backend.recovery,
    recovering: asked || undefined,
  });
  const [untold, setUntold] = useState(refusal);
  useSignOutElsewhere((gate.user ?? user)?.id);
  useArrivalError();
  const news = usePasswordNews();
  usePrefetch();

  if (path === confirmPath) {
    return (
      <Suspense>
        <ConfirmPage />
      </Suspense>
    );
  }
  const threshold = path === consentPath ? null : <Threshold />;
  if (gate.user) {
    return (
      // One person's pages, and what was read for them, must not be there for the next.
      <Suspense key={gate.user.id} fallback={threshold}>
        <SignedInPages
          gate={gate}
          providers={offer?.providers ?? []}
          refusal={untold}
          onRefusalTold={() => setUntold(undefined)}
          news={news}
        />
      </Suspense>
    );
  }
  switch (gate.state) {
    case "signed-out":
      return offer ? <SignInPage {...offer} /> : <Threshold />;
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
      return threshold;
  }
}

/** True when the address names a view; a build has none. */
function isAsked(view: ViewType): boolean {
  return typeof location !== "undefined" && viewFromHash(location) === view;
}

/** Until it is known who is there: what they most likely will be shown, without its content. */
function Threshold() {
  const { arriving } = useBackend();
  if (arriving) return <Arriving />;
  return hasKeptSession() ? <FrameSkeleton /> : null;
}

/** Fetches what is behind the door for who was inside before, and while somebody types for who was not. */
function usePrefetch(): void {
  const { arriving } = useBackend();
  useEffect(() => {
    if (arriving || hasKeptSession()) return prefetchSignedInPages();
    addEventListener("input", prefetchSignedInPages, { once: true });
    return () => removeEventListener("input", prefetchSignedInPages);
  }, [arriving]);
}
