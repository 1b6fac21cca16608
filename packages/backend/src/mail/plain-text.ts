/** Yields the tags, comments and doctypes of a document, and the texts between them. */
function* splitHtml(html: string): Generator<string> {
  let index = 0;
  while (index < html.length) {
    const tag = html.indexOf("<", index);
    if (tag !== index) yield html.slice(index, tag < 0 ? html.length : tag);
    if (tag < 0) return;
    const end = endOfTag(html, tag);
    yield html.slice(tag, end);
    index = end;
  }
}

/** An unclosed tag extends to the end of the document. This keeps the running time linear. */
function endOfTag(html: string, tag: number): number {
  if (html.startsWith("<!--", tag)) {
    const end = html.indexOf("-->", tag);
    return end < 0 ? html.length : end + 3;
  }
  if (!/[a-zA-Z/!]/.test(html.charAt(tag + 1))) return tag + 1;
  let index = tag + 1;
  while (index < html.length) {
    const character = html.charAt(index);
    if (character === ">") return index + 1;
    if (character === '"' || character === "'") {
      const close = html.indexOf(character, index + 1);
      if (close < 0) return html.length;
      index = close;
    }
    index++;
  }
  return html.length;
}

const skippedTags = new Set(["head", "style", "script", "title", "template"]);
const paragraphTags = new Set(
  (
    "address article aside blockquote div dl fieldset figure footer form h1 h2 h3 h4 h5 h6 header " +
    "hr main nav ol p pre section table ul"
  ).split(" "),
);
const lineTags = new Set(["br", "dd", "dt", "li", "tr"]);

const namedReferences: Readonly<Record<string, string>> = {
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
    (reference, dec, hex, name) => {
      if (name !== undefined) return namedReferences[name] ?? reference;
      const code = dec === undefined ? Number.parseInt(hex, 16) : Number(dec);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "\ufffd";
    },
  );
}

/** Returns the decoded value of a tag's attribute. */
function attribute(tag: string, name: string): string | undefined {
  const pattern = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, "i");
  const [, double, single, unquoted] = pattern.exec(tag) ?? [];
  const value = double ?? single ?? unquoted;
  return value === undefined ? undefined : decodeReferences(value).trim();
}

/** Returns the targets of a document's links, in order. */
export function linksOf(html: string): string[] {
  const links: string[] = [];
  for (const tag of splitHtml(html)) {
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
  let skippedTag = "";
  let link: { readonly href: string; readonly start: number } | undefined;

  const append = (content: string) => {
    const addition = text === "" || /\s$/.test(text) ? content.replace(/^ /, "") : content;
    text += addition;
  };
  const breakTo = (newlines: number) => {
    text = text.replace(/[ \n]+$/, (end) =>
      "\n".repeat(Math.max(newlines, end.split("\n").length - 1)),
    );
    const existingNewlines = /\n*$/.exec(text)?.[0].length ?? 0;
    if (text !== "") text += "\n".repeat(Math.max(0, newlines - existingNewlines));
  };

  for (const part of splitHtml(html)) {
    const [, slash = "", rawName = ""] = /^<(\/?)([a-zA-Z][a-zA-Z0-9]*)/.exec(part) ?? [];
    const name = rawName.toLowerCase();
    if (skippedTag !== "") {
      if (slash !== "" && name === skippedTag) skippedTag = "";
    } else if (part.startsWith("<!")) {
      // Comments and the doctype are skipped.
    } else if (name === "") {
      append(decodeReferences(part).replace(/[\s\u200b\u200c\ufeff]+/g, " "));
    } else if (skippedTags.has(name) && slash === "") {
      skippedTag = name;
    } else if (name === "a") {
      if (slash === "") {
        const href = attribute(part, "href");
        link = href ? { href, start: text.length } : undefined;
      } else if (link !== undefined) {
        const linkText = text.slice(link.start).trim();
        const address = link.href.replace(/^(?:mailto|tel):/i, "");
        if (linkText === "") append(address);
        else if (linkText !== address && !link.href.startsWith("#")) append(`: ${address}`);
        link = undefined;
      }
    } else if (name === "img") {
      append(attribute(part, "alt") ?? "");
    } else if (paragraphTags.has(name)) {
      breakTo(2);
    } else if (lineTags.has(name)) {
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
