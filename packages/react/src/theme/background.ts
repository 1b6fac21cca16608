/**
 * The color that is used for a background image, which has no single color: a gray on which black or white text is
 * readable, depending on the theme or on the color of the page's text.
 */
const imageColor =
  "var(--portico-picture, lab(from currentcolor calc(49.4 + clamp(-1, 50 - l, 1) / 10) 0 0 / 1))";

/**
 * Returns the color behind an element, as CSS: the backgrounds of its ancestors, blended. For a gradient, it is the
 * mean of the end colors.
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

/** Returns whether a background contains an image. */
export const containsImage = (background: string): boolean => background.includes(imageColor);

/**
 * Keeps a form's `--portico-ground` equal to the color behind its text, and its `--portico-field` equal to the color
 * behind its fields, which an application can change with a class. Returns a function that stops the updates.
 */
export function trackBackground(element: HTMLElement): () => void {
  const update = () => {
    const field = element.querySelector(".portico-input");
    // Ignore labels in a dialog of the kit, which paints its own background.
    const label = element.querySelector("label:not(.portico dialog *)");
    element.style.setProperty("--portico-ground", backgroundOf(label ?? element));
    if (field) element.style.setProperty("--portico-field", backgroundOf(field));
  };
  update();
  // An application's dark mode may toggle a class or an attribute, with or without a CSS transition.
  const observer = new MutationObserver(update);
  for (let ancestor = element.parentElement; ancestor; ancestor = ancestor.parentElement)
    observer.observe(ancestor, { attributes: true });
  addEventListener("transitionend", update);
  return () => {
    observer.disconnect();
    removeEventListener("transitionend", update);
  };
}
