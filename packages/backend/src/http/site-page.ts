import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** After so many languages that a page is not in, it is in English. */
const mostTried = 5;

/** Asks the auth wire what it offers: the body of `GET /settings`. */
export type AskSettings = () => Promise<unknown>;

/**
 * Names the files that may answer for a page of the application, the best first. A build may hold the
 * signed-out page as markup: `index.html` in English, `index.de.html` in German, and `shell.html` without
 * it, for a server that offers something else than the markup shows.
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

/** The languages that a page has, or could have, by primary subtag, in the order in which they are wanted. */
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

/** Whether a page shows what is offered; so does one that shows nothing. */
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

/** What of the settings makes a difference to the page. */
function whatShows(settings: unknown): string {
  const { external, disable_signup: closed, passkeys_enabled: passkeys } = Object(settings);
  const ways = Object.entries(Object(external))
    .filter(([name, isOn]) => isOn === true && name !== "anonymous_users" && name !== "phone")
    .map(([name]) => name)
    .sort();
  return JSON.stringify([ways, closed === true, passkeys === true]);
}
