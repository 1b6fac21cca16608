/**
 * The color that stands for a background image: a gray on which only black or only white is readable. The theme decides
 * which, or else the color of the page's own text.
 */
const picture =
  "var(--portico-picture, lab(from currentcolor calc(49.4 + clamp(-1, 50 - l, 1) / 10) 0 0 / 1))";

/**
 * Returns the color behind an element, as CSS: the backgrounds of its ancestors, blended. A gradient counts as the mean
 * of its end colors.
 */
export function groundOf(element: Element | null): string {
  if (!element) return "Canvas";
  const { backgroundColor, backgroundImage: image } = getComputedStyle(element);
  const stops = image.match(/\b(?:rgba?|hsla?|hwb|(?:ok)?l(?:ab|ch)|color)\([^()]+\)/g);
  if (image !== "none" && !stops) return picture;
  const ground = blendColor(backgroundColor, () => groundOf(element.parentElement));
  const [firstColor, lastColor] = [stops?.[0], stops?.at(-1)].map((stop) =>
    stop ? blendColor(stop, () => ground) : ground,
  );
  return stops ? `color-mix(in srgb, ${firstColor}, ${lastColor})` : ground;
}

/** Returns a color blended over another if it is translucent. */
function blendColor(color: string, colorBelow: () => string): string {
  const alpha = Number(/(?:a\(.*,|\/) ?([\d.]+)\)$/.exec(color)?.[1] ?? 1);
  if (alpha === 1) return color;
  if (alpha === 0) return colorBelow();
  return `color-mix(in srgb, rgb(from ${color} r g b / 1) ${alpha * 100}%, ${colorBelow()})`;
}

/** Returns whether a background contains an image, which has no single color. */
export const isPicture = (ground: string): boolean => ground.includes(picture);

/**
 * Keeps `--portico-ground` of a form equal to the color behind its text, and `--portico-field` equal to the color
 * behind its fields, which an application may change by a class. Returns a function that stops this.
 */
export function followGround(element: HTMLElement): () => void {
  const update = () => {
    const field = element.querySelector(".portico-input");
    const label = element.querySelector("label");
    element.style.setProperty("--portico-ground", groundOf(label ?? element));
    if (field) element.style.setProperty("--portico-field", groundOf(field));
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
