import { redirectError } from "@portico/react";
import { followRecovery } from "@portico/react/protected";
import { createRoot, hydrateRoot, type Root } from "react-dom/client";
import { settingsOf } from "../auth/providers.ts";
import { authenticationOf } from "../data/auth-client.ts";
import type { Backend } from "../data/backend.tsx";
import {
  builtIn,
  type Configuration,
  ConfigurationMissing,
  fromServer,
} from "../data/configuration.ts";
import { type LinkedPerson, sessionLinkIn } from "../data/session-link.ts";
import { hasStoredSession } from "../data/stored-session.ts";
import { type Language, languageOf, type Vocabulary } from "../i18n/languages.ts";
import { preferredLanguage, VocabularyProvider } from "../i18n/vocabulary.tsx";
import { Application } from "./application.tsx";
import { LinkQuestion, unrequestedPerson } from "./link-question.tsx";
import { type PrerenderedPage, prerenderedPage } from "./prerendered-page.ts";
import { StartFailed } from "./start-failed.tsx";

/** Loads the language and the backend's configuration, then hydrates the prerendered page or renders a new one. */
export async function start(element: HTMLElement, isLinkAccepted = false): Promise<void> {
  // A redirect to this path would go to another host.
  if (location.pathname.startsWith("//")) {
    history.replaceState(history.state, "", `/${location.search}${location.hash}`);
  }
  const stranger = isLinkAccepted ? undefined : unrequestedPerson(location.href);
  const page = prerenderedPage(element);
  const loadingWords = loadWords(page?.language ?? preferredLanguage());
  if (stranger) {
    page?.onHydrated();
    return askAboutLink(element, stranger, await loadingWords);
  }
  let configuration: Configuration;
  try {
    configuration = builtIn(import.meta.env) ?? (await fromServer());
  } catch (error) {
    if (!(error instanceof ConfigurationMissing)) throw error;
    const { language, vocabulary } = await loadingWords;
    page?.onHydrated();
    const root = createRoot(element);
    root.render(
      <VocabularyProvider language={language} vocabulary={vocabulary}>
        <StartFailed reason={error.message} retry={() => startAgain(root, element)} />
      </VocabularyProvider>,
    );
    return;
  }

  const application = (
    <Application
      backend={backendOf(configuration, page)}
      redirectError={redirectError(location)?.message}
      {...(await loadingWords)}
      {...(page && { onReady: page.onHydrated })}
    />
  );
  if (page) hydrateRoot(element, application);
  else createRoot(element).render(application);
}

function startAgain(root: Root, element: HTMLElement, isLinkAccepted = false): void {
  root.unmount();
  void start(element, isLinkAccepted);
}

/** Starts when the visitor has decided about a link. */
function askAboutLink(
  element: HTMLElement,
  person: LinkedPerson,
  { language, vocabulary }: { language: Language; vocabulary: Vocabulary },
): void {
  const root = createRoot(element);
  const refuse = () => {
    history.replaceState(history.state, "", location.pathname + location.search);
    startAgain(root, element);
  };
  root.render(
    <VocabularyProvider language={language} vocabulary={vocabulary}>
      <LinkQuestion
        person={person}
        accept={() => startAgain(root, element, true)}
        refuse={refuse}
      />
    </VocabularyProvider>,
  );
}

function backendOf(configuration: Configuration, page: PrerenderedPage | undefined): Backend {
  // Read the address first, because the auth client removes the tokens from it.
  const address = location.href;
  const hasSessionLink = sessionLinkIn(address) !== "none";
  // The client exchanges a `code` for a session.
  const hasCode = new URL(address).searchParams.has("code");
  const isSignedOut = !hasSessionLink && !hasCode && !hasStoredSession();
  const authentication = authenticationOf(configuration);
  return {
    ...authentication,
    configuration,
    recovery: followRecovery(authentication.auth, address),
    settings: settingsOf(configuration),
    prerenderedSettings: page?.settings,
    hasSessionLink,
    isSignedOut,
  };
}

/** Loads a language; English, which is part of the bundle, if that fails. */
async function loadWords(
  language: Language,
): Promise<{ language: Language; vocabulary: Vocabulary }> {
  try {
    return { language, vocabulary: await language.load() };
  } catch {
    const english = languageOf("en");
    return { language: english, vocabulary: await english.load() };
  }
}
