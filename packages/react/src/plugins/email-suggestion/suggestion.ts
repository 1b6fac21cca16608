/** Popular mail domains. A domain that differs from one of these by a typo gets a suggestion. */
const commonDomains = [
  "gmail.com",
  "googlemail.com",
  "outlook.com",
  "hotmail.com",
  "hotmail.co.uk",
  "hotmail.fr",
  "live.com",
  "msn.com",
  "yahoo.com",
  "yahoo.co.uk",
  "yahoo.fr",
  "ymail.com",
  "icloud.com",
  "me.com",
  "aol.com",
  "proton.me",
  "protonmail.com",
  "gmx.de",
  "gmx.net",
  "gmx.at",
  "web.de",
  "t-online.de",
  "freenet.de",
  "orange.fr",
  "free.fr",
  "laposte.net",
  "libero.it",
  "mail.ru",
  "yandex.ru",
  "qq.com",
  "163.com",
  "126.com",
  "naver.com",
  "daum.net",
  "docomo.ne.jp",
  "uol.com.br",
  "bol.com.br",
  "terra.com.br",
  "comcast.net",
  "verizon.net",
  "att.net",
];

/** Real domains that look like a typo of a popular one. */
const realDomains: ReadonlySet<string> = new Set([
  ...commonDomains,
  "mail.com",
  "email.com",
  "gmx.com",
  "gmx.ch",
  "live.fr",
  "live.de",
  "live.nl",
  "live.be",
  "yahoo.de",
  "yahoo.it",
  "yahoo.es",
  "yahoo.ca",
  "yahoo.in",
  "hotmail.de",
  "hotmail.it",
  "hotmail.es",
  "outlook.de",
  "outlook.fr",
  "outlook.es",
  "outlook.it",
  "mac.com",
  "pm.me",
  "aim.com",
  "mail.de",
  "sina.com",
  "att.com",
  "free.net",
  "126.net",
  "ya.ru",
  "bk.ru",
]);

/**
 * Returns the address that the user probably meant, or undefined. Only checks the domain.
 *
 * @example suggestionFor("ada@gmial.com"); // "ada@gmail.com"
 */
export function suggestionFor(email: string): string | undefined {
  const [, name, typedDomain] = /^([^\s@]+)@([^\s@]+)$/.exec(email.trim()) ?? [];
  const domain = typedDomain?.toLowerCase();
  if (!name || !domain || realDomains.has(domain)) return undefined;
  const suggestedDomain = commonDomains.find((item) => isTypo(domain, item));
  return suggestedDomain && `${name}@${suggestedDomain}`;
}

/** The minimum domain length: two shorter domains that differ by one letter usually both exist. */
const minLength = 7;

/** Returns whether one letter is missing, added or wrong, or two adjacent letters are swapped. */
function isTypo(typed: string, suggested: string): boolean {
  if (suggested.length < minLength || Math.abs(typed.length - suggested.length) > 1) return false;
  let startLength = 0;
  while (startLength < typed.length && typed[startLength] === suggested[startLength]) startLength++;
  let endLength = 0;
  const maxLength = Math.min(typed.length, suggested.length) - startLength;
  while (endLength < maxLength && typed.at(-1 - endLength) === suggested.at(-1 - endLength))
    endLength++;
  const typedRest = typed.slice(startLength, typed.length - endLength);
  const suggestedRest = suggested.slice(startLength, suggested.length - endLength);
  if (typedRest.length <= 1 && suggestedRest.length <= 1) return true;
  const [first, second] = suggestedRest;
  return typedRest.length === 2 && suggestedRest.length === 2 && typedRest === `${second}${first}`;
}
