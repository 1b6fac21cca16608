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
import { hasKeptSession } from "../data/kept-session.ts";
import { sessionLinkAt } from "../data/session-link.ts";
import { type Language, languageOf, type Vocabulary } from "../i18n/languages.ts";
import { preferredLanguage, VocabularyProvider } from "../i18n/vocabulary.tsx";
import { Application } from "./application.tsx";
import { type Markup, markupIn } from "./markup.ts";
import { StartFailed } from "./start-failed.tsx";

/**
 * Finds out what to say it in and which backend to talk to, then shows the application: it takes over
 * the page's markup where that is this visitor's.
 */
export async function start(place: HTMLElement): Promise<void> {
  // Whatever goes on to the path of this page would take it for another host.
  if (location.pathname.startsWith("//")) {
    history.replaceState(history.state, "", `/${location.search}${location.hash}`);
  }
  const markup = markupIn(place);
  const spoken = markup ? markup.spoken() : words();
  let configuration: Configuration;
  try {
    configuration = builtIn(import.meta.env) ?? (await fromServer());
  } catch (error) {
    if (!(error instanceof ConfigurationMissing)) throw error;
    const { language, vocabulary } = await spoken;
    markup?.taken();
    const root = createRoot(place);
    root.render(
      <VocabularyProvider language={language} vocabulary={vocabulary}>
        <StartFailed reason={error.message} retry={() => startAgain(root, place)} />
      </VocabularyProvider>,
    );
    return;
  }

  const refusal = redirectError(location)?.message;
  const backend = backendOf(configuration, markup);
  const application = (
    <Application
      {...{ backend, refusal }}
      {...(await spoken)}
      {...(markup && { onReady: markup.taken })}
    />
  );
  if (markup) hydrateRoot(place, application);
  else createRoot(place).render(application);
}

function startAgain(root: Root, place: HTMLElement): void {
  root.unmount();
  void start(place);
}

function backendOf(configuration: Configuration, markup: Markup | undefined): Backend {
  // Read before the auth client takes the tokens out of it.
  const address = location.href;
  const arriving = sessionLinkAt(address) !== "none";
  // A code in the query is one that the client exchanges for a session.
  const empty = !arriving && !hasKeptSession() && !new URL(address).searchParams.has("code");
  const authentication = authenticationOf(configuration);
  return {
    ...authentication,
    configuration,
    recovery: followRecovery(authentication.auth, address),
    settings: settingsOf(configuration),
    assumed: markup?.settings,
    arriving,
    empty,
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
