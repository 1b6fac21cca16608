/** Yields the tags, comments and doctypes of a document, and the texts between them. */
function* pieces(html: string): Generator<string> {
  let at = 0;
  while (at < html.length) {
    const tag = html.indexOf("<", at);
    if (tag !== at) yield html.slice(at, tag < 0 ? html.length : tag);
    if (tag < 0) return;
    const end = endOfTag(html, tag);
    yield html.slice(tag, end);
    at = end;
  }
}

/** An unclosed tag extends to the end of the document. This keeps the running time linear. */
function endOfTag(html: string, tag: number): number {
  if (html.startsWith("<!--", tag)) {
    const end = html.indexOf("-->", tag);
    return end < 0 ? html.length : end + 3;
  }
  if (!/[a-zA-Z/!]/.test(html.charAt(tag + 1))) return tag + 1;
  let at = tag + 1;
  while (at < html.length) {
    const character = html.charAt(at);
    if (character === ">") return at + 1;
    if (character === '"' || character === "'") {
      const close = html.indexOf(character, at + 1);
      if (close < 0) return html.length;
      at = close;
    }
    at++;
  }
  return html.length;
}

const skipped = new Set(["head", "style", "script", "title", "template"]);
const paragraphs = new Set(
  (
    "address article aside blockquote div dl fieldset figure footer form h1 h2 h3 h4 h5 h6 header " +
    "hr main nav ol p pre section table ul"
  ).split(" "),
);
const lines = new Set(["br", "dd", "dt", "li", "tr"]);

const named: Readonly<Record<string, string>> = {
  amp: "&",
  apos: "'",
  bull: "•",
  copy: "©",
  gt: ">",
  hellip: "…",
  laquo: "«",
  ldquo: "“",
  lsquo: "‘",
  lt: "<",
  mdash: "—",
  middot: "·",
  nbsp: " ",
  ndash: "–",
  quot: '"',
  raquo: "»",
  rarr: "→",
  rdquo: "”",
  reg: "®",
  rsquo: "’",
  shy: "",
  trade: "™",
  zwnj: "",
};

/** Decodes character references. */
function decodeReferences(html: string): string {
  return html.replace(
    /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-zA-Z]+));/g,
    (all, dec, hex, name) => {
      if (name !== undefined) return named[name] ?? all;
      const code = dec === undefined ? Number.parseInt(hex, 16) : Number(dec);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "\ufffd";
    },
  );
}

/** Returns the decoded value of a tag's attribute. */
function attribute(tag: string, name: string): string | undefined {
  const pattern = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, "i");
  const [, double, single, bare] = pattern.exec(tag) ?? [];
  const value = double ?? single ?? bare;
  return value === undefined ? undefined : decodeReferences(value).trim();
}

/** Returns the targets of a document's links, in order. */
export function linksOf(html: string): string[] {
  const links: string[] = [];
  for (const tag of pieces(html)) {
    if (!/^<a\s/i.test(tag)) continue;
    const href = attribute(tag, "href");
    if (href) links.push(href);
  }
  return links;
}

/**
 * Converts an HTML e-mail to plain text, with separate paragraphs, lists with dashes, links as `text: address`, and
 * images as their alternative texts.
 */
export function plainText(html: string): string {
  let text = "";
  let skip = "";
  let link: { readonly href: string; readonly from: number } | undefined;

  const append = (words: string) => {
    const joined = text === "" || /\s$/.test(text) ? words.replace(/^ /, "") : words;
    text += joined;
  };
  const breakTo = (newlines: number) => {
    text = text.replace(/[ \n]+$/, (end) =>
      "\n".repeat(Math.max(newlines, end.split("\n").length - 1)),
    );
    const present = /\n*$/.exec(text)?.[0].length ?? 0;
    if (text !== "") text += "\n".repeat(Math.max(0, newlines - present));
  };

  for (const part of pieces(html)) {
    const [, slash = "", rawName = ""] = /^<(\/?)([a-zA-Z][a-zA-Z0-9]*)/.exec(part) ?? [];
    const name = rawName.toLowerCase();
    if (skip !== "") {
      if (slash !== "" && name === skip) skip = "";
    } else if (part.startsWith("<!")) {
      // Comments and the doctype are skipped.
    } else if (name === "") {
      append(decodeReferences(part).replace(/[\s\u200b\u200c\ufeff]+/g, " "));
    } else if (skipped.has(name) && slash === "") {
      skip = name;
    } else if (name === "a") {
      if (slash === "") {
        const href = attribute(part, "href");
        link = href ? { href, from: text.length } : undefined;
      } else if (link !== undefined) {
        const words = text.slice(link.from).trim();
        const address = link.href.replace(/^(?:mailto|tel):/i, "");
        if (words === "") append(address);
        else if (words !== address && !link.href.startsWith("#")) append(`: ${address}`);
        link = undefined;
      }
    } else if (name === "img") {
      append(attribute(part, "alt") ?? "");
    } else if (paragraphs.has(name)) {
      breakTo(2);
    } else if (lines.has(name)) {
      if (name === "br") text = `${text.replace(/ $/, "")}\n`;
      else breakTo(1);
      if (name === "li" && slash === "") text += "- ";
    } else if ((name === "td" || name === "th") && slash !== "") {
      append(" ");
    }
  }
  return `${text
    .trim()
    .replace(/ +\n/g, "\n")
    .replace(/\n{3,}/g, "\n\n")}\n`;
}
