/** Popular mail domains. A domain that differs from one of these by a typo gets a suggestion. */
const commonDomains = [
  ...["gmail.com", "googlemail.com", "outlook.com", "hotmail.com", "hotmail.co.uk", "hotmail.fr"],
  ...["live.com", "msn.com", "yahoo.com", "yahoo.co.uk", "yahoo.fr", "ymail.com", "icloud.com"],
  ...["me.com", "aol.com", "proton.me", "protonmail.com", "gmx.de", "gmx.net", "gmx.at", "web.de"],
  ...["t-online.de", "freenet.de", "orange.fr", "free.fr", "laposte.net", "libero.it", "mail.ru"],
  ...["yandex.ru", "qq.com", "163.com", "126.com", "naver.com", "daum.net", "docomo.ne.jp"],
  ...["uol.com.br", "bol.com.br", "terra.com.br", "comcast.net", "verizon.net", "att.net"],
];

/** Real domains that look like a typo of a popular one. */
const realDomains: ReadonlySet<string> = new Set([
  ...commonDomains,
  ...["mail.com", "email.com", "gmx.com", "gmx.ch", "live.fr", "live.de", "live.nl", "live.be"],
  ...["yahoo.de", "yahoo.it", "yahoo.es", "yahoo.ca", "yahoo.in", "hotmail.de", "hotmail.it"],
  ...["hotmail.es", "outlook.de", "outlook.fr", "outlook.es", "outlook.it", "mac.com", "pm.me"],
  ...["aim.com", "mail.de", "sina.com", "att.com", "free.net", "126.net", "ya.ru", "bk.ru"],
]);

/**
 * Returns the address that was probably meant, or undefined. Only checks the domain.
 *
 * @example suggestionFor("ada@gmial.com"); // "ada@gmail.com"
 */
export function suggestionFor(email: string): string | undefined {
  const [, name, typedDomain] = /^([^\s@]+)@([^\s@]+)$/.exec(email.trim()) ?? [];
  const domain = typedDomain?.toLowerCase();
  if (!name || !domain || realDomains.has(domain)) return undefined;
  const suggested = commonDomains.find((item) => isTypo(domain, item));
  return suggested && `${name}@${suggested}`;
}

/** The minimum length of a domain: in shorter ones, one different letter is usually another domain. */
const minLength = 7;

/** Returns whether one letter is missing, added or wrong, or two adjacent letters are swapped. */
function isTypo(typed: string, suggested: string): boolean {
  if (suggested.length < minLength || Math.abs(typed.length - suggested.length) > 1) return false;
  let start = 0;
  while (start < typed.length && typed[start] === suggested[start]) start++;
  let end = 0;
  const maxLength = Math.min(typed.length, suggested.length) - start;
  while (end < maxLength && typed.at(-1 - end) === suggested.at(-1 - end)) end++;
  const leftover = typed.slice(start, typed.length - end);
  const right = suggested.slice(start, suggested.length - end);
  if (leftover.length <= 1 && right.length <= 1) return true;
  return leftover.length === 2 && right.length === 2 && leftover === `${right[1]}${right[0]}`;
}
