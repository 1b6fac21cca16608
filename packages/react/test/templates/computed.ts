/**
 * Returns the computed styles of a form and its card, by element and property. The function is self-contained, so that
 * a browser driver can also run it in a page.
 */
export function computedStylesOf(page: Document): [name: string, value: string][] {
  const view = page.defaultView;
  if (!view) throw new Error("The page has no window.");
  // These are properties that a page sets for all of its text or for the form's position, properties that the form's
  // own frames hide, and aliases of others.
  const pageProperties =
    /^(--|-webkit-|appearance|font-(synthesis|feature|variation-settings)|tab-size|text-(rendering|size)|top|right|bottom|left|inset-)|-(block|inline)(-|$)/;
  // The card and the icons have no text of their own, so only their box properties matter.
  const boxPattern =
    /^(display|box-|width|height|padding-|background-|margin-|border-.*-(width|radius)|fill|stroke|opacity|transform$)/;
  const properties = [...view.getComputedStyle(page.body)];
  const formProperties = properties.filter((property) => !pageProperties.test(property));
  const boxProperties = properties.filter((property) => boxPattern.test(property));
  const looks: [string, string][] = [];
  page
    .querySelectorAll(".portico-card, .portico, .portico :not([hidden])")
    .forEach((element, index) => {
      const name = `${index} ${element.tagName.toLowerCase()}.${element.getAttribute("class") ?? ""}`;
      for (const pseudo of element.matches("input") ? ["", "::placeholder"] : [""]) {
        const style = view.getComputedStyle(element, pseudo || null);
        const isBox = element.matches(".portico-card, svg, svg *");
        for (const property of isBox ? boxProperties : formProperties)
          looks.push([`${name}${pseudo} ${property}`, style.getPropertyValue(property)]);
      }
    });
  return looks;
}
