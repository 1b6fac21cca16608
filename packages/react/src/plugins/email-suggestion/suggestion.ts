/**
 * Where most people have their mail. A domain that is one slip away from one of these is hinted at.
 */
const common = [
  ...["gmail.com", "googlemail.com", "outlook.com", "hotmail.com", "hotmail.co.uk", "hotmail.fr"],
  ...["live.com", "msn.com", "yahoo.com", "yahoo.co.uk", "yahoo.fr", "ymail.com", "icloud.com"],
  ...["me.com", "aol.com", "proton.me", "protonmail.com", "gmx.de", "gmx.net", "gmx.at", "web.de"],
  ...["t-online.de", "freenet.de", "orange.fr", "free.fr", "laposte.net", "libero.it", "mail.ru"],
  ...["yandex.ru", "qq.com", "163.com", "126.com", "naver.com", "daum.net", "docomo.ne.jp"],
  ...["uol.com.br", "bol.com.br", "terra.com.br", "comcast.net", "verizon.net", "att.net"],
];

/** Domains of their own right that look like a slip of another. */
const own: ReadonlySet<string> = new Set([
  ...common,
  ...["mail.com", "email.com", "gmx.com", "gmx.ch", "live.fr", "live.de", "live.nl", "live.be"],
  ...["yahoo.de", "yahoo.it", "yahoo.es", "yahoo.ca", "yahoo.in", "hotmail.de", "hotmail.it"],
  ...["hotmail.es", "outlook.de", "outlook.fr", "outlook.es", "outlook.it", "mac.com", "pm.me"],
  ...["aim.com", "mail.de", "sina.com", "att.com", "free.net", "126.net", "ya.ru", "bk.ru"],
]);

/**
 * The address that was probably meant; undefined when nothing speaks for another. Only the part
 * after the @ is looked at.
 *
 * @example suggestionFor("ada@gmial.com"); // "ada@gmail.com"
 */
export function suggestionFor(email: string): string | undefined {
  const [, name, typed] = /^([^\s@]+)@([^\s@]+)$/.exec(email.trim()) ?? [];
  const domain = typed?.toLowerCase();
  if (!name || !domain || own.has(domain)) return undefined;
  const meant = common.find((one) => isSlip(domain, one));
  return meant && `${name}@${meant}`;
}

/** The shortest domain in which one wrong letter is a slip, and not simply another domain. */
const shortest = 7;

/** True when one letter is missing, too many or wrong, or two have changed places. */
function isSlip(typed: string, meant: string): boolean {
  if (meant.length < shortest || Math.abs(typed.length - meant.length) > 1) return false;
  let from = 0;
  while (from < typed.length && typed[from] === meant[from]) from++;
  let end = 0;
  const most = Math.min(typed.length, meant.length) - from;
  while (end < most && typed.at(-1 - end) === meant.at(-1 - end)) end++;
  const left = typed.slice(from, typed.length - end);
  const right = meant.slice(from, meant.length - end);
  if (left.length <= 1 && right.length <= 1) return true;
  return left.length === 2 && right.length === 2 && left === `${right[1]}${right[0]}`;
}
