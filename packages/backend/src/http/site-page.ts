import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** After this many languages without a page, the page is in English. */
const mostTried = 5;

/** Asks the auth wire for its settings: the body of `GET /settings`. */
export type AskSettings = () => Promise<unknown>;

/**
 * Names the files that may answer for a page of the application, the best first. A build may hold the
 * signed-out page as markup: `index.html` in English, `index.de.html` in German. `shell.html` lacks the
 * markup, for a server whose settings differ from those that the markup shows.
 *
 * @param directory of the build
 */
export function pagesOf(directory: string, ask: AskSettings | undefined) {
  let fits: Promise<boolean> | undefined;
  return async (acceptLanguage: string | undefined): Promise<readonly string[]> => {
    fits ??= isAsOffered(join(directory, "index.html"), ask);
    if (!(await fits)) return ["shell.html", "index.html"];
    const wanted = languagesIn(acceptLanguage).slice(0, mostTried);
    return [...wanted, "en"].map((code) => (code === "en" ? "index.html" : `index.${code}.html`));
  };
}

/** The languages that a page may have, by primary subtag, in the client's order of preference. */
function languagesIn(acceptLanguage = ""): string[] {
  return acceptLanguage
    .split(",")
    .map((range) => {
      const [tag = "", ...parameters] = range.split(";").map((part) => part.trim());
      const quality = parameters.find((one) => one.startsWith("q="))?.slice(2);
      return { primary: tag.toLowerCase().split("-")[0] ?? "", weight: Number(quality ?? 1) };
    })
    .filter(({ primary, weight }) => /^[a-z]{2,3}$/.test(primary) && weight > 0)
    .sort((one, other) => other.weight - one.weight)
    .map(({ primary }) => primary);
}

/** True when a page shows what the server offers, or shows nothing. */
async function isAsOffered(page: string, ask: AskSettings | undefined): Promise<boolean> {
  const html = await readFile(page, "utf8").catch(() => "");
  const [, shown] = / data-settings="([^"]*)"/.exec(html) ?? [];
  if (shown === undefined || !ask) return true;
  try {
    const built: unknown = JSON.parse(shown.replaceAll("&quot;", '"'));
    return whatShows(built) === whatShows(await ask());
  } catch {
    return false;
  }
}

/** The settings that change the page. */
function whatShows(settings: unknown): string {
  const {
    external,
    disable_signup: closed,
    passkeys_enabled: passkeys,
    saml_enabled: singleSignOn,
  } = Object(settings);
  const ways = Object.entries(Object(external))
    .filter(([, isOn]) => isOn === true)
    .map(([name]) => name)
    .sort();
  return JSON.stringify([ways, closed === true, passkeys === true, singleSignOn === true]);
}
