import { useUser } from "@portico/react";
import { lazy, Suspense } from "react";
import { Navigate, Route, Routes, useLocation } from "react-router";
import { Door } from "./auth/door.tsx";
import { useArrival, useDepartures, usePasswordNews, useRefusal } from "./auth/passages.ts";
import { useRecoveryPending } from "./auth/recovery.ts";
import { useProviders } from "./auth/use-providers.ts";
import { viewAt } from "./auth/views.ts";
import { useBackend } from "./data/backend.tsx";
import { hasKeptSession } from "./data/clients.ts";
import { Layout } from "./shell/layout.tsx";
import { MissingPage } from "./shell/missing-page.tsx";
import { PersonProvider } from "./shell/person.tsx";
import { Arriving, FrameSkeleton, PageSkeleton } from "./shell/skeleton.tsx";

// What is behind the door is fetched by those who go through it; the editor along with the list, so
// that what is typed right after opening it is not lost.
const notes = () => import("./notes/index.ts");
const NotesPage = lazy(async () => ({ default: (await notes()).NotesPage }));
const NewNote = lazy(async () => ({ default: (await notes()).NewNote }));
const EditNote = lazy(async () => ({ default: (await notes()).EditNote }));
const AccountPage = lazy(async () => ({
  default: (await import("./account/account-page.tsx")).AccountPage,
}));

/**
 * Who sees which page.
 *
 * @param props.refusal what the backend said when it sent the visitor here, if it refused something
 */
export function App({ refusal }: { refusal?: string | undefined }) {
  const { status, user } = useUser();
  const { recovery } = useBackend();
  const providers = useProviders();
  const recovering = useRecoveryPending(recovery);
  const { pathname, hash } = useLocation();
  useDepartures(user?.id);
  useRefusal(refusal, user !== null);
  useArrival();
  usePasswordNews();

  if (status === "loading") return <Threshold />;
  if (!user) return providers ? <Door providers={providers} /> : <Threshold />;
  if (recovering || (pathname === "/" && viewAt(hash) === "update_password")) {
    return <Door providers={[]} setPassword />;
  }
  // The key keeps what one person sees from being there, even for a moment, for the next.
  return (
    <PersonProvider key={user.id} person={user}>
      <Layout>
        <Suspense fallback={<PageSkeleton />}>
          <Routes>
            <Route path="/" element={<Navigate to="/notes" replace />} />
            <Route path="/notes" element={<NotesPage />}>
              <Route path="new" element={<NewNote />} />
              <Route path=":id" element={<EditNote />} />
            </Route>
            <Route path="/account" element={<AccountPage providers={providers ?? []} />} />
            <Route path="*" element={<MissingPage />} />
          </Routes>
        </Suspense>
      </Layout>
    </PersonProvider>
  );
}

/** Until it is known who is there: what they most likely will be shown, without its content. */
function Threshold() {
  const { arriving } = useBackend();
  if (arriving) return <Arriving />;
  return hasKeptSession() ? <FrameSkeleton /> : null;
}
