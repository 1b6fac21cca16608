/**
 * Classes in the place of style attributes, one for each text. A script that sets such an attribute anew has no
 * effect then: the shortcut on Starlight's search button stays hidden, which its name does not have either.
 */
export class Classes {
  readonly #names = new Map<string, string>();

  inPlaceOfStyles(html: string): string {
    return html.replace(
      /<[a-z][\w-]*(?:\s+[^\s"'<>/=]+(?:="[^"]*"|='[^']*')?)*\s*\/?>/gi,
      (tag) => {
        const style = / style="([^"]*)"/.exec(tag)?.[1];
        if (style === undefined) return tag;
        const bare = tag.replace(/ style="[^"]*"/, "");
        const name = this.#nameOf(style);
        return / class="/.test(bare)
          ? bare.replace(/ class="/, ` class="${name} `)
          : bare.replace(/^<[\w-]+/, `$& class="${name}"`);
      },
    );
  }

  sheet(): string {
    // Outside of layers and with more weight than any class, as the attributes had.
    return [...this.#names].map(([style, name]) => `.${name}:not(#a){${style}}`).join("");
  }

  #nameOf(style: string): string {
    const known = this.#names.get(style);
    if (known) return known;
    const name = `st-${this.#names.size.toString(36)}`;
    this.#names.set(style, name);
    return name;
  }
}
