import { redirectError } from "@portico/react";
import { followRecovery } from "@portico/react/protected";
import { createRoot, hydrateRoot, type Root } from "react-dom/client";
import { fetchSettings } from "../auth/providers.ts";
import { createAuthentication } from "../data/auth-client.ts";
import type { Backend } from "../data/backend.tsx";
import {
  type Configuration,
  ConfigurationMissing,
  configurationFromEnvironment,
  fetchConfiguration,
} from "../data/configuration.ts";
import { type LinkedUser, sessionLinkIn } from "../data/session-link.ts";
import { hasStoredSession } from "../data/stored-session.ts";
import { type Language, languageOf, type Translations } from "../i18n/languages.ts";
import { preferredLanguage, TranslationsProvider } from "../i18n/translations.tsx";
import { Application } from "./application.tsx";
import { findUnrequestedUser, LinkQuestion } from "./link-question.tsx";
import { type PrerenderedPage, prerenderedPage } from "./prerendered-page.ts";
import { StartFailed } from "./start-failed.tsx";

/** Loads the language and the backend's configuration, then hydrates the prerendered page or renders a new one. */
export async function start(element: HTMLElement, isLinkAccepted = false): Promise<void> {
  // A redirect to a path that begins with two slashes would go to another host.
  if (location.pathname.startsWith("//")) {
    history.replaceState(history.state, "", `/${location.search}${location.hash}`);
  }
  const unrequestedUser = isLinkAccepted ? undefined : findUnrequestedUser(location.href);
  const page = prerenderedPage(element);
  const textsPromise = loadTranslations(page?.language ?? preferredLanguage());
  if (unrequestedUser) {
    page?.onHydrated();
    return confirmLink(element, unrequestedUser, await textsPromise);
  }
  let configuration: Configuration;
  try {
    configuration = configurationFromEnvironment(import.meta.env) ?? (await fetchConfiguration());
  } catch (error) {
    if (!(error instanceof ConfigurationMissing)) throw error;
    const { language, translations } = await textsPromise;
    page?.onHydrated();
    const root = createRoot(element);
    root.render(
      <TranslationsProvider language={language} translations={translations}>
        <StartFailed reason={error.message} retry={() => restart(root, element)} />
      </TranslationsProvider>,
    );
    return;
  }

  const application = (
    <Application
      backend={createBackend(configuration, page)}
      redirectError={redirectError(location)?.message}
      {...(await textsPromise)}
      {...(page && { onReady: page.onHydrated })}
    />
  );
  if (page) hydrateRoot(element, application);
  else createRoot(element).render(application);
}

function restart(root: Root, element: HTMLElement, isLinkAccepted = false): void {
  root.unmount();
  void start(element, isLinkAccepted);
}

/** Asks the visitor whether to accept a link, then starts the application. */
function confirmLink(
  element: HTMLElement,
  user: LinkedUser,
  { language, translations }: { language: Language; translations: Translations },
): void {
  const root = createRoot(element);
  const refuse = () => {
    history.replaceState(history.state, "", location.pathname + location.search);
    restart(root, element);
  };
  root.render(
    <TranslationsProvider language={language} translations={translations}>
      <LinkQuestion user={user} accept={() => restart(root, element, true)} refuse={refuse} />
    </TranslationsProvider>,
  );
}

function createBackend(configuration: Configuration, page: PrerenderedPage | undefined): Backend {
  // Read the address first, because the auth client removes the tokens from it.
  const address = location.href;
  const hasSessionLink = sessionLinkIn(address) !== "none";
  // The client exchanges a `code` for a session.
  const hasCode = new URL(address).searchParams.has("code");
  const isSignedOut = !hasSessionLink && !hasCode && !hasStoredSession();
  const authentication = createAuthentication(configuration);
  return {
    ...authentication,
    configuration,
    recovery: followRecovery(authentication.auth, address),
    settings: fetchSettings(configuration),
    prerenderedSettings: page?.settings,
    hasSessionLink,
    isSignedOut,
  };
}

/** Loads the texts of a language. If that fails, returns those of English, which are part of the bundle. */
async function loadTranslations(
  language: Language,
): Promise<{ language: Language; translations: Translations }> {
  try {
    return { language, translations: await language.load() };
  } catch {
    const english = languageOf("en");
    return { language: english, translations: await english.load() };
  }
}
