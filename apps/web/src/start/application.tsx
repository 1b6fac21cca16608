import { UserContextProvider } from "@portico/react";
import { lazy, StrictMode, Suspense, useEffect } from "react";
import { App } from "../app.tsx";
import { type Backend, BackendProvider } from "../data/backend.tsx";
import type { Language, Translations } from "../i18n/languages.ts";
import { TranslationsProvider } from "../i18n/translations.tsx";
import { CrashBoundary } from "../shell/crash.tsx";
import { ToastProvider } from "../shell/toasts.tsx";

/** The doctor is only for development: a build does not contain it. */
const DevelopmentDoctor = import.meta.env.DEV && lazy(() => import("./doctor.tsx"));

interface ApplicationProps {
  backend: Backend;
  language: Language;
  translations: Translations;
  /** The error that the backend put into the address, if any. */
  redirectError?: string | undefined;
  /** Called once, when the page is hydrated. */
  onReady?: () => void;
}

/** The application within its providers, in the browser and when a build prerenders it. */
export function Application(props: ApplicationProps) {
  const { backend, language, translations, redirectError, onReady } = props;
  useEffect(() => onReady?.(), [onReady]);
  return (
    <StrictMode>
      <TranslationsProvider language={language} translations={translations}>
        <CrashBoundary>
          <BackendProvider backend={backend}>
            <UserContextProvider
              supabaseClient={backend}
              {...(backend.isSignedOut && { initialSession: null })}
            >
              <ToastProvider>
                <App redirectError={redirectError} />
                {DevelopmentDoctor && (
                  <Suspense>
                    <DevelopmentDoctor />
                  </Suspense>
                )}
              </ToastProvider>
            </UserContextProvider>
          </BackendProvider>
        </CrashBoundary>
      </TranslationsProvider>
    </StrictMode>
  );
}
