import "@portico/react/protected.css";
import { type Gate, Protected } from "@portico/react/protected";
import type { Provider, User } from "@supabase/auth-js";
import { QueryClientProvider } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { BrowserRouter, Navigate, Route, Routes, useLocation } from "react-router";
import { consentPath } from "../auth/consent-path.ts";
import { useFormTexts } from "../auth/use-form-texts.ts";
import { useBackend } from "../data/backend.tsx";
import { createDataClient, DataProvider } from "../data/data-client.tsx";
import { newQueryClient } from "../data/query-client.ts";
import type { Flash } from "../shell/flash-message.tsx";
import { useScheme } from "../shell/scheme.ts";
import { SignedInUserProvider } from "../shell/signed-in-user.tsx";
import { PageSkeleton } from "../shell/skeleton.tsx";
import { Layout } from "./layout.tsx";
import { MissingPage } from "./missing-page.tsx";
import { useRedirectErrorToast } from "./use-redirect-error-toast.ts";

// The editor is in the same chunk as the list, so that it opens immediately and no key press is lost.
const loadNotes = () => import("../notes/index.ts");
const NotesPage = lazy(async () => ({ default: (await loadNotes()).NotesPage }));
const NewNote = lazy(async () => ({ default: (await loadNotes()).NewNote }));
const EditNote = lazy(async () => ({ default: (await loadNotes()).EditNote }));
const SharedPage = lazy(async () => ({ default: (await loadNotes()).SharedPage }));
const PasskeyPrompt = lazy(() => import("./passkey-prompt.tsx"));
const ConsentPage = lazy(async () => ({
  default: (await import("../consent/consent-page.tsx")).ConsentPage,
}));
const AccountPage = lazy(async () => ({
  default: (await import("../account/account-page.tsx")).AccountPage,
}));

interface SignedInPagesProps {
  /** The gate that the user has passed. The session may have ended since then. */
  gate: Gate;
  /** The social providers that are enabled. */
  providers: readonly Provider[];
  /** The error that the backend put into the address, until it was shown. */
  redirectError: string | undefined;
  onErrorShown: () => void;
  /** A message about the previous page. */
  flash: Flash | undefined;
}

/** The signed-in pages with their router, data client and query cache. The cache lasts as long as the user is signed in. */
export default function SignedInPages(props: SignedInPagesProps) {
  const { auth, configuration } = useBackend();
  const [data] = useState(() => createDataClient(configuration, auth));
  const [cache] = useState(newQueryClient);
  return (
    <QueryClientProvider client={cache}>
      <DataProvider value={data}>
        <BrowserRouter>
          <ProtectedPages {...props} />
        </BrowserRouter>
      </DataProvider>
    </QueryClientProvider>
  );
}

/** The pages, which stay mounted while the user signs in again after the session has ended. */
function ProtectedPages({
  gate,
  providers,
  redirectError,
  onErrorShown,
  flash,
}: SignedInPagesProps) {
  const backend = useBackend();
  const { dark } = useScheme();
  useRedirectErrorToast(redirectError, onErrorShown);
  return (
    <Protected gate={gate} supabaseClient={backend} localization={useFormTexts()} dark={dark}>
      {(user) => <Pages user={user} providers={providers} flash={flash} />}
    </Protected>
  );
}

interface PagesProps extends Pick<SignedInPagesProps, "flash" | "providers"> {
  user: User;
}

function Pages({ user, providers, flash }: PagesProps) {
  const { pathname } = useLocation();
  if (pathname === consentPath) {
    return (
      <Suspense>
        <ConsentPage />
      </Suspense>
    );
  }
  return (
    <SignedInUserProvider user={user}>
      <Layout flash={flash}>
        <Suspense>
          <PasskeyPrompt />
        </Suspense>
        <Suspense fallback={<PageSkeleton />}>
          <Routes>
            <Route path="/" element={<RedirectToNotes />} />
            <Route path="/notes" element={<NotesPage />}>
              <Route path="new" element={<NewNote />} />
              <Route path=":id" element={<EditNote />} />
            </Route>
            <Route path="/shared" element={<SharedPage />} />
            <Route path="/account" element={<AccountPage providers={providers} />} />
            <Route path="*" element={<MissingPage />} />
          </Routes>
        </Suspense>
      </Layout>
    </SignedInUserProvider>
  );
}

/** Redirects with a skeleton, because the router shows the old page until the next one has loaded. */
function RedirectToNotes() {
  return (
    <>
      <Navigate to="/notes" replace />
      <PageSkeleton />
    </>
  );
}
