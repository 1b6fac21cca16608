import "@portico/react/protected.css";
import { type Gate, Protected } from "@portico/react/protected";
import type { Provider, User } from "@supabase/auth-js";
import { QueryClientProvider } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { BrowserRouter, Navigate, Route, Routes, useLocation } from "react-router";
import { consentPath } from "../auth/consent-address.ts";
import { useFormWords } from "../auth/use-form-words.ts";
import { useBackend } from "../data/backend.tsx";
import { DataProvider, dataClientOf } from "../data/data-client.tsx";
import { newQueryClient } from "../data/query-client.ts";
import type { News } from "../shell/news-line.tsx";
import { PersonProvider } from "../shell/person.tsx";
import { useScheme } from "../shell/scheme.ts";
import { PageSkeleton } from "../shell/skeleton.tsx";
import { Layout } from "./layout.tsx";
import { MissingPage } from "./missing-page.tsx";
import { useRefusal } from "./use-refusal.ts";

// The editor comes along with the list, so that what is typed right after opening it is not lost.
const notes = () => import("../notes/index.ts");
const NotesPage = lazy(async () => ({ default: (await notes()).NotesPage }));
const NewNote = lazy(async () => ({ default: (await notes()).NewNote }));
const EditNote = lazy(async () => ({ default: (await notes()).EditNote }));
const SharedPage = lazy(async () => ({ default: (await notes()).SharedPage }));
const PasskeyPrompt = lazy(() => import("./passkey-prompt.tsx"));
const ConsentPage = lazy(async () => ({
  default: (await import("../consent/consent-page.tsx")).ConsentPage,
}));
const AccountPage = lazy(async () => ({
  default: (await import("../account/account-page.tsx")).AccountPage,
}));

interface SignedInPagesProps {
  /** The gate that the person has passed; their session may have ended since. */
  gate: Gate;
  /** The social providers that the backend works with. */
  providers: readonly Provider[];
  /** The backend's refusal in the address that brought the visitor here, if the page has not shown it yet. */
  refusal: string | undefined;
  onRefusalTold: () => void;
  /** The outcome of the previous page. */
  news: News | undefined;
}

/**
 * The pages behind the door, with all that they share: router, data, and the cache of what was read,
 * which goes when its person does.
 */
export default function SignedInPages(props: SignedInPagesProps) {
  const { auth, configuration } = useBackend();
  const [data] = useState(() => dataClientOf(configuration, auth));
  const [cache] = useState(newQueryClient);
  return (
    <QueryClientProvider client={cache}>
      <DataProvider value={data}>
        <BrowserRouter>
          <Watched {...props} />
        </BrowserRouter>
      </DataProvider>
    </QueryClientProvider>
  );
}

/** The pages, which stand still while a session that ended in the middle of the work is begun anew. */
function Watched({ gate, providers, refusal, onRefusalTold, news }: SignedInPagesProps) {
  const backend = useBackend();
  const { dark } = useScheme();
  useRefusal(refusal, onRefusalTold);
  return (
    <Protected gate={gate} supabaseClient={backend} localization={useFormWords()} dark={dark}>
      {(person) => <Pages person={person} providers={providers} news={news} />}
    </Protected>
  );
}

interface PagesProps extends Pick<SignedInPagesProps, "news" | "providers"> {
  person: User;
}

function Pages({ person, providers, news }: PagesProps) {
  const { pathname } = useLocation();
  if (pathname === consentPath) {
    return (
      <Suspense>
        <ConsentPage person={person} />
      </Suspense>
    );
  }
  return (
    <PersonProvider person={person}>
      <Layout news={news}>
        <Suspense>
          <PasskeyPrompt />
        </Suspense>
        <Suspense fallback={<PageSkeleton />}>
          <Routes>
            <Route path="/" element={<ToNotes />} />
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
    </PersonProvider>
  );
}

/** The way to the notes, which shows what is to come: the router keeps a page in sight until the next is there. */
function ToNotes() {
  return (
    <>
      <Navigate to="/notes" replace />
      <PageSkeleton />
    </>
  );
}
