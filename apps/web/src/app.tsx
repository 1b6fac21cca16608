import { useUser } from "@portico/react";
import { Protected, useGate } from "@portico/react/protected";
import { lazy, Suspense } from "react";
import { Navigate, Route, Routes, useLocation } from "react-router";
import { ConfirmPage, confirmPath } from "./auth/confirm-page.tsx";
import { Door } from "./auth/door.tsx";
import { useArrival, useDepartures, usePasswordNews, useRefusal } from "./auth/passages.ts";
import { useRecoveryPending } from "./auth/recovery.ts";
import { SecondStep } from "./auth/second-step.tsx";
import { useFormWords } from "./auth/use-form-words.ts";
import { useOffer } from "./auth/use-offer.ts";
import { viewAt } from "./auth/views.ts";
import { consentPath } from "./consent/question.ts";
import { useBackend } from "./data/backend.tsx";
import { hasKeptSession } from "./data/clients.ts";
import { Layout } from "./shell/layout.tsx";
import { MissingPage } from "./shell/missing-page.tsx";
import { PersonProvider } from "./shell/person.tsx";
import { useScheme } from "./shell/scheme.ts";
import { Arriving, FrameSkeleton, PageSkeleton } from "./shell/skeleton.tsx";

// What is behind the door is fetched by those who go through it; the editor along with the list, so
// that what is typed right after opening it is not lost.
const notes = () => import("./notes/index.ts");
const NotesPage = lazy(async () => ({ default: (await notes()).NotesPage }));
const NewNote = lazy(async () => ({ default: (await notes()).NewNote }));
const EditNote = lazy(async () => ({ default: (await notes()).EditNote }));
const PasskeyPrompt = lazy(async () => ({
  default: (await import("./auth/passkey-prompt.tsx")).PasskeyPrompt,
}));
const ConsentPage = lazy(async () => ({
  default: (await import("./consent/consent-page.tsx")).ConsentPage,
}));
const AccountPage = lazy(async () => ({
  default: (await import("./account/account-page.tsx")).AccountPage,
}));

/**
 * Who sees which page.
 *
 * @param props.refusal what the backend said when it sent the visitor here, if it refused something
 */
export function App({ refusal }: { refusal?: string | undefined }) {
  const { user } = useUser();
  const backend = useBackend();
  const offer = useOffer();
  const pending = useRecoveryPending(backend.recovery);
  const { pathname, hash } = useLocation();
  const { dark } = useScheme();
  const recovering = pending || (pathname === "/" && viewAt(hash) === "update_password");
  const gate = useGate({ supabaseClient: backend, recovering });
  // Somebody whose session has run out is still here, and signs in again where they are.
  const person = gate.user ?? user;
  useDepartures(person?.id);
  useRefusal(refusal, person !== null);
  useArrival();
  usePasswordNews();

  const localization = useFormWords();
  if (pathname === confirmPath) return <ConfirmPage />;
  const asked = pathname === consentPath;
  return (
    <Protected
      gate={gate}
      supabaseClient={backend}
      loading={asked ? null : <Threshold />}
      signedOut={offer ? <Door {...offer} /> : <Threshold />}
      recovery={<Door key="recovery" providers={[]} setPassword />}
      secondFactor={<SecondStep />}
      localization={localization}
      dark={dark}
    >
      {(inside) =>
        asked ? (
          <Suspense>
            <ConsentPage person={inside} />
          </Suspense>
        ) : (
          <PersonProvider person={inside}>
            <Layout>
              <Suspense>
                <PasskeyPrompt />
              </Suspense>
              <Suspense fallback={<PageSkeleton />}>
                <Routes>
                  <Route path="/" element={<Navigate to="/notes" replace />} />
                  <Route path="/notes" element={<NotesPage />}>
                    <Route path="new" element={<NewNote />} />
                    <Route path=":id" element={<EditNote />} />
                  </Route>
                  <Route
                    path="/account"
                    element={<AccountPage providers={offer?.providers ?? []} />}
                  />
                  <Route path="*" element={<MissingPage />} />
                </Routes>
              </Suspense>
            </Layout>
          </PersonProvider>
        )
      }
    </Protected>
  );
}

/** Until it is known who is there: what they most likely will be shown, without its content. */
function Threshold() {
  const { arriving } = useBackend();
  if (arriving) return <Arriving />;
  return hasKeptSession() ? <FrameSkeleton /> : null;
}
