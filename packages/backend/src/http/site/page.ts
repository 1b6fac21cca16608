import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** The maximum number of languages that are tried before English. */
const maxLanguages = 5;

/** Reads the settings of the auth wire: the body of `GET /settings`. */
export type ReadSettings = () => Promise<unknown>;

/**
 * Returns a function that lists the candidate files for a page of the application, best first. A build may contain the
 * prerendered signed-out page: `index.html` in English, `index.de.html` in German. `shell.html` contains no markup, for
 * servers whose settings differ from the prerendered ones.
 *
 * @param directory the folder of the build
 */
export function pagesOf(directory: string, readSettings: ReadSettings | undefined) {
  let settingsMatch: Promise<boolean> | undefined;
  return async (acceptLanguage: string | undefined): Promise<readonly string[]> => {
    settingsMatch ??= matchesSettings(join(directory, "index.html"), readSettings);
    if (!(await settingsMatch)) return ["shell.html", "index.html"];
    const languages = languagesIn(acceptLanguage).slice(0, maxLanguages);
    return [...languages, "en"].map((code) =>
      code === "en" ? "index.html" : `index.${code}.html`,
    );
  };
}

/** Returns the primary subtags of the accepted languages, in the client's order of preference. */
function languagesIn(acceptLanguage = ""): string[] {
  return acceptLanguage
    .split(",")
    .map((range) => {
      const [tag = "", ...parameters] = range.split(";").map((part) => part.trim());
      const quality = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
      return { primary: tag.toLowerCase().split("-")[0] ?? "", weight: Number(quality ?? 1) };
    })
    .filter(({ primary, weight }) => /^[a-z]{2,3}$/.test(primary) && weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ primary }) => primary);
}

/** Returns whether a prerendered page matches the server's settings. A page without markup always does. */
async function matchesSettings(
  page: string,
  readSettings: ReadSettings | undefined,
): Promise<boolean> {
  const html = await readFile(page, "utf8").catch(() => "");
  const [, embeddedSettings] = / data-settings="([^"]*)"/.exec(html) ?? [];
  if (embeddedSettings === undefined || !readSettings) return true;
  try {
    const prerenderedSettings: unknown = JSON.parse(embeddedSettings.replaceAll("&quot;", '"'));
    return visibleSettings(prerenderedSettings) === visibleSettings(await readSettings());
  } catch {
    return false;
  }
}

/** Extracts the settings that change the page. */
function visibleSettings(settings: unknown): string {
  const {
    external,
    disable_signup: isClosed,
    passkeys_enabled: passkeys,
    saml_enabled: singleSignOn,
  } = Object(settings);
  const providers = Object.entries(Object(external))
    .filter(([, isEnabled]) => isEnabled === true)
    .map(([name]) => name)
    .sort();
  return JSON.stringify([providers, isClosed === true, passkeys === true, singleSignOn === true]);
}
