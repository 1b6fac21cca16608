import { type AuthSettings, parseSettings } from "@portico/react/plugins";
import { renderToString } from "react-dom/server";
import { temporaryAuthClient } from "../data/auth-client.ts";
import { languageOf } from "../i18n/languages.ts";
import { Application } from "./application.tsx";

/**
 * Renders the sign-in page to HTML.
 *
 * @param settings the backend's settings
 * @param code the language
 */
export async function prerender(settings: AuthSettings, code: string): Promise<string> {
  const configuration = { url: "http://localhost", publishableKey: "" };
  const language = languageOf(code);
  // Parse the settings as prerendered-page.ts does, so that hydration finds the same markup.
  const prerenderedSettings = parseSettings(settings) ?? {};
  const neverChanges = () => () => {};
  return renderToString(
    <Application
      language={language}
      translations={await language.load()}
      backend={{
        auth: temporaryAuthClient(configuration),
        linkError: Promise.resolve(null),
        configuration,
        recovery: {
          pending: () => false,
          begin() {},
          end() {},
          onPasswordSet: neverChanges,
          subscribe: neverChanges,
        },
        settings: Promise.resolve(prerenderedSettings),
        prerenderedSettings,
        hasSessionLink: false,
        isSignedOut: true,
      }}
    />,
  );
}

export { fetchSettings } from "../auth/providers.ts";
export { languages } from "../i18n/languages.ts";
