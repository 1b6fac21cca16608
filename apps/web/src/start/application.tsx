import { UserContextProvider } from "@portico/react";
import { lazy, StrictMode, Suspense, useEffect } from "react";
import { App } from "../app.tsx";
import { type Backend, BackendProvider } from "../data/backend.tsx";
import type { Language, Vocabulary } from "../i18n/languages.ts";
import { VocabularyProvider } from "../i18n/vocabulary.tsx";
import { CrashBoundary } from "../shell/crash.tsx";
import { ToastProvider } from "../shell/toasts.tsx";

/** Nothing of it is in what is built. */
const DevelopmentDoctor = import.meta.env.DEV && lazy(() => import("./doctor.tsx"));

interface ApplicationProps {
  backend: Backend;
  language: Language;
  vocabulary: Vocabulary;
  /** The backend's refusal in the address that brought the visitor here, if any. */
  refusal?: string | undefined;
  /** Told once, when the page answers to what people do. */
  onReady?: () => void;
}

/** The whole application with what all of it shares: in the browser, and in the markup of a build. */
export function Application(props: ApplicationProps) {
  const { backend, language, vocabulary, refusal, onReady } = props;
  useEffect(() => onReady?.(), [onReady]);
  return (
    <StrictMode>
      <VocabularyProvider language={language} vocabulary={vocabulary}>
        <CrashBoundary>
          <BackendProvider backend={backend}>
            <UserContextProvider
              supabaseClient={backend}
              {...(backend.empty && { initialSession: null })}
            >
              <ToastProvider>
                <App refusal={refusal} />
                {DevelopmentDoctor && (
                  <Suspense>
                    <DevelopmentDoctor />
                  </Suspense>
                )}
              </ToastProvider>
            </UserContextProvider>
          </BackendProvider>
        </CrashBoundary>
      </VocabularyProvider>
    </StrictMode>
  );
}
