/**
 * Replaces style attributes with classes, one for each distinct style. A script that sets such an attribute later has
 * no effect, so the shortcut on Starlight's search button stays hidden.
 */
export class StyleClasses {
  readonly #names = new Map<string, string>();

  replaceStyles(html: string): string {
    return html.replace(
      /<[a-z][\w-]*(?:\s+[^\s"'<>/=]+(?:="[^"]*"|='[^']*')?)*\s*\/?>/gi,
      (tag) => {
        const style = / style="([^"]*)"/.exec(tag)?.[1];
        if (style === undefined) return tag;
        const tagWithoutStyle = tag.replace(/ style="[^"]*"/, "");
        const name = this.#nameOf(style);
        return / class="/.test(tagWithoutStyle)
          ? tagWithoutStyle.replace(/ class="/, ` class="${name} `)
          : tagWithoutStyle.replace(/^<[\w-]+/, `$& class="${name}"`);
      },
    );
  }

  sheet(): string {
    // Like style attributes, these rules are outside of all layers and more specific than any class.
    return [...this.#names].map(([style, name]) => `.${name}:not(#a){${style}}`).join("");
  }

  #nameOf(style: string): string {
    const existingName = this.#names.get(style);
    if (existingName) return existingName;
    const name = `st-${this.#names.size.toString(36)}`;
    this.#names.set(style, name);
    return name;
  }
}
