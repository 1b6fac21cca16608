import { UserContextProvider } from "@portico/react";
import { lazy, StrictMode, Suspense } from "react";
import type { Root } from "react-dom/client";
import { App } from "../app.tsx";
import { settingsOf } from "../auth/providers.ts";
import { followRecovery } from "../auth/recovery.ts";
import { refusalAt } from "../auth/refusal.ts";
import { sessionLinkAt } from "../auth/session-link.ts";
import { authenticationOf } from "../data/auth-client.ts";
import { type Backend, BackendProvider } from "../data/backend.tsx";
import { type Language, languageOf, type Vocabulary } from "../i18n/languages.ts";
import { preferredLanguage, VocabularyProvider } from "../i18n/vocabulary.tsx";
import { CrashBoundary } from "../shell/crash.tsx";
import { ToastProvider } from "../shell/toasts.tsx";
import { builtIn, type Configuration, ConfigurationMissing, fromServer } from "./configuration.ts";
import { StartFailed } from "./start-failed.tsx";

/** Nothing of it is in what is built. */
const DevelopmentDoctor = import.meta.env.DEV && lazy(() => import("./doctor.tsx"));

/** Finds out what to say it in and which backend to talk to, then shows the application. */
export async function start(root: Root): Promise<void> {
  // Whatever goes on to the path of this page would take it for another host.
  if (location.pathname.startsWith("//")) {
    history.replaceState(history.state, "", `/${location.search}${location.hash}`);
  }
  const spoken = words();
  let configuration: Configuration;
  try {
    configuration = builtIn(import.meta.env) ?? (await fromServer());
  } catch (error) {
    if (!(error instanceof ConfigurationMissing)) throw error;
    const { language, vocabulary } = await spoken;
    root.render(
      <VocabularyProvider language={language} vocabulary={vocabulary}>
        <StartFailed reason={error.message} retry={() => void start(root)} />
      </VocabularyProvider>,
    );
    return;
  }

  const refusal = refusalAt(location.href);
  const backend = backendOf(configuration);
  const { language, vocabulary } = await spoken;
  root.render(
    <StrictMode>
      <VocabularyProvider language={language} vocabulary={vocabulary}>
        <CrashBoundary>
          <BackendProvider backend={backend}>
            <UserContextProvider supabaseClient={backend}>
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
    </StrictMode>,
  );
}

function backendOf(configuration: Configuration): Backend {
  // Read before the auth client takes the tokens out of it.
  const address = location.href;
  const authentication = authenticationOf(configuration);
  return {
    ...authentication,
    configuration,
    recovery: followRecovery(authentication.auth, { address, storage: sessionStorage }),
    settings: settingsOf(configuration),
    arriving: sessionLinkAt(address) !== "none",
  };
}

/** The words of the preferred language; English, which needs no network, if they cannot be had. */
async function words(): Promise<{ language: Language; vocabulary: Vocabulary }> {
  const language = preferredLanguage();
  try {
    return { language, vocabulary: await language.load() };
  } catch {
    const english = languageOf("en");
    return { language: english, vocabulary: await english.load() };
  }
}
