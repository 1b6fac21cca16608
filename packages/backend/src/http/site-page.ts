import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** How many languages are tried before English. */
const maxLanguages = 5;

/** Reads the settings of the auth wire: the body of `GET /settings`. */
export type ReadSettings = () => Promise<unknown>;

/**
 * Returns a function that lists the candidate files for a page of the application, the best first. A build may have
 * the signed-out page prerendered: `index.html` in English, `index.de.html` in German. `shell.html` has no markup,
 * for servers whose settings differ from the prerendered ones.
 *
 * @param directory the folder of the build
 */
export function pagesOf(directory: string, readSettings: ReadSettings | undefined) {
  let isCurrent: Promise<boolean> | undefined;
  return async (acceptLanguage: string | undefined): Promise<readonly string[]> => {
    isCurrent ??= matchesSettings(join(directory, "index.html"), readSettings);
    if (!(await isCurrent)) return ["shell.html", "index.html"];
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
      const quality = parameters.find((item) => item.startsWith("q="))?.slice(2);
      return { primary: tag.toLowerCase().split("-")[0] ?? "", weight: Number(quality ?? 1) };
    })
    .filter(({ primary, weight }) => /^[a-z]{2,3}$/.test(primary) && weight > 0)
    .sort((item, other) => other.weight - item.weight)
    .map(({ primary }) => primary);
}

/** Returns whether a prerendered page matches the server's settings. A page without markup always does. */
async function matchesSettings(
  page: string,
  readSettings: ReadSettings | undefined,
): Promise<boolean> {
  const html = await readFile(page, "utf8").catch(() => "");
  const [, embedded] = / data-settings="([^"]*)"/.exec(html) ?? [];
  if (embedded === undefined || !readSettings) return true;
  try {
    const built: unknown = JSON.parse(embedded.replaceAll("&quot;", '"'));
    return visibleSettings(built) === visibleSettings(await readSettings());
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
    .filter(([, isOn]) => isOn === true)
    .map(([name]) => name)
    .sort();
  return JSON.stringify([providers, isClosed === true, passkeys === true, singleSignOn === true]);
}
