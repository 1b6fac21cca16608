/** A mail provider's website. */
export interface Mailbox {
  /** The provider's name for the button, such as "Gmail". */
  readonly name: string;
  readonly href: string;
}

/** Mail providers and their domains. A domain that ends in `.` matches any top-level domain. */
const mailboxes: readonly (readonly [name: string, href: string, domains: string])[] = [
  ["Gmail", "https://mail.google.com/mail/", "gmail.com googlemail.com"],
  [
    "Outlook",
    "https://outlook.live.com/mail/",
    "outlook. hotmail. live. msn.com windowslive.com passport.com",
  ],
  ["Yahoo! メール", "https://mail.yahoo.co.jp/", "yahoo.co.jp"],
  ["Yahoo Mail", "https://mail.yahoo.com/", "yahoo. ymail.com rocketmail.com myyahoo.com"],
  ["iCloud Mail", "https://www.icloud.com/mail", "icloud.com me.com mac.com"],
  ["Proton Mail", "https://mail.proton.me/", "proton.me protonmail.com protonmail.ch pm.me"],
  ["GMX", "https://www.gmx.net/", "gmx.de gmx.net gmx.at gmx.ch"],
  ["GMX", "https://www.gmx.com/", "gmx."],
  ["WEB.DE", "https://web.de/", "web.de"],
  ["T-Online", "https://email.t-online.de/", "t-online.de magenta.de"],
  ["freenet", "https://email.freenet.de/", "freenet.de"],
  ["AOL Mail", "https://mail.aol.com/", "aol. aim.com"],
  ["Fastmail", "https://app.fastmail.com/", "fastmail. messagingengine.com"],
  ["Tuta", "https://app.tuta.com/", "tuta. tutanota. tutamail.com keemail.me"],
  ["Zoho Mail", "https://mail.zoho.com/", "zoho. zohomail."],
  ["HEY", "https://app.hey.com/", "hey.com"],
  ["Orange", "https://mail.orange.fr/", "orange.fr wanadoo.fr"],
  ["La Poste", "https://www.laposte.net/accueil", "laposte.net"],
  ["Libero", "https://mail.libero.it/", "libero.it"],
  ["Seznam", "https://email.seznam.cz/", "seznam.cz email.cz post.cz"],
  ["WP", "https://poczta.wp.pl/", "wp.pl"],
  ["Onet", "https://poczta.onet.pl/", "onet.pl op.pl vp.pl"],
  ["Mail.ru", "https://e.mail.ru/", "mail.ru bk.ru inbox.ru list.ru"],
  ["Yandex", "https://mail.yandex.ru/", "yandex. ya.ru"],
  ["UOL", "https://email.uol.com.br/", "uol.com.br"],
  ["QQ 邮箱", "https://mail.qq.com/", "qq.com foxmail.com"],
  ["163 邮箱", "https://mail.163.com/", "163.com"],
  ["126 邮箱", "https://mail.126.com/", "126.com"],
  ["네이버 메일", "https://mail.naver.com/", "naver.com"],
  ["Daum 메일", "https://mail.daum.net/", "daum.net hanmail.net"],
];

/** Returns the mailbox for an address if its domain belongs to a popular provider. */
export function knownMailbox(address: string): Mailbox | undefined {
  const domain = address
    .slice(address.lastIndexOf("@") + 1)
    .trim()
    .toLowerCase();
  const provider = mailboxes.find(([, , domains]) =>
    domains
      .split(" ")
      .some((item) => (item.endsWith(".") ? isVariant(domain, item) : domain === item)),
  );
  return provider && { name: provider[0], href: provider[1] };
}

/** Returns whether a domain consists of this name and a common or a country's top-level domain: `hotmail.co.uk`. */
function isVariant(domain: string, name: string): boolean {
  return domain.startsWith(name) && /^(com?\.)?[a-z]{2,3}$/.test(domain.slice(name.length));
}
