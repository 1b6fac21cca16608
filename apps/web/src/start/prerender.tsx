import { type AuthSettings, parseSettings } from "@portico/react/plugins";
import { renderToString } from "react-dom/server";
import { passingClientOf } from "../data/auth-client.ts";
import { languageOf } from "../i18n/languages.ts";
import { Application } from "./application.tsx";

/**
 * The markup of the signed-out page, for a build.
 *
 * @param settings what the backend is taken to offer
 * @param code of the language
 */
export async function prerender(settings: AuthSettings, code: string): Promise<string> {
  const configuration = { url: "http://localhost", publishableKey: "" };
  const language = languageOf(code);
  // The page reads its own markup's settings in the same way (markup.ts).
  const assumed = parseSettings(settings) ?? {};
  const unchanging = () => () => {};
  return renderToString(
    <Application
      language={language}
      vocabulary={await language.load()}
      backend={{
        auth: passingClientOf(configuration),
        arrival: Promise.resolve(null),
        configuration,
        recovery: {
          pending: () => false,
          begin() {},
          end() {},
          onPasswordSet: unchanging,
          subscribe: unchanging,
        },
        settings: Promise.resolve(assumed),
        assumed,
        arriving: false,
        empty: true,
      }}
    />,
  );
}

export { settingsOf } from "../auth/providers.ts";
export { languages } from "../i18n/languages.ts";
