/**
 * The color that represents a background image: a gray on which either black or white text is readable, depending on
 * the theme or on the color of the page's text.
 */
const imageColor =
  "var(--portico-picture, lab(from currentcolor calc(49.4 + clamp(-1, 50 - l, 1) / 10) 0 0 / 1))";

/**
 * Returns the color behind an element, as CSS: the backgrounds of its ancestors, blended. A gradient counts as the mean
 * of its end colors.
 */
export function backgroundOf(element: Element | null): string {
  if (!element) return "Canvas";
  const { backgroundColor, backgroundImage: image } = getComputedStyle(element);
  const stops = image.match(/\b(?:rgba?|hsla?|hwb|(?:ok)?l(?:ab|ch)|color)\([^()]+\)/g);
  if (image !== "none" && !stops) return imageColor;
  const background = blendColor(backgroundColor, () => backgroundOf(element.parentElement));
  const [firstColor, lastColor] = [stops?.[0], stops?.at(-1)].map((stop) =>
    stop ? blendColor(stop, () => background) : background,
  );
  return stops ? `color-mix(in srgb, ${firstColor}, ${lastColor})` : background;
}

/** Returns a color blended over another if it is translucent. */
function blendColor(color: string, colorBelow: () => string): string {
  const alpha = Number(/(?:a\(.*,|\/) ?([\d.]+)\)$/.exec(color)?.[1] ?? 1);
  if (alpha === 1) return color;
  if (alpha === 0) return colorBelow();
  return `color-mix(in srgb, rgb(from ${color} r g b / 1) ${alpha * 100}%, ${colorBelow()})`;
}

/** Returns whether a background contains an image, which has no single color. */
export const containsImage = (background: string): boolean => background.includes(imageColor);

/**
 * Keeps `--portico-ground` of a form equal to the color behind its text, and `--portico-field` equal to the color
 * behind its fields, which an application may change with a class. Returns a function that stops the updates.
 */
export function trackBackground(element: HTMLElement): () => void {
  const update = () => {
    const field = element.querySelector(".portico-input");
    // A dialog of the kit is not on that background: it paints it.
    const label = element.querySelector("label:not(.portico dialog *)");
    element.style.setProperty("--portico-ground", backgroundOf(label ?? element));
    if (field) element.style.setProperty("--portico-field", backgroundOf(field));
  };
  update();
  // Dark mode toggles a class or attribute, possibly with a CSS transition.
  const observer = new MutationObserver(update);
  for (let ancestor = element.parentElement; ancestor; ancestor = ancestor.parentElement)
    observer.observe(ancestor, { attributes: true });
  addEventListener("transitionend", update);
  return () => {
    observer.disconnect();
    removeEventListener("transitionend", update);
  };
}
