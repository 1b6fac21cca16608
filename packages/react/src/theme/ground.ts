/** The ground of a picture or a gradient: a grey on which only black, or only white, can be read. */
const unknown = "lab(from currentcolor calc(49.4 + clamp(-1, 50 - l, 1) / 10) 0 0 / 1)";

/**
 * The colour on which an element stands, as CSS: the backgrounds of its ancestors, laid over each
 * other. Where one is a picture, the colour of the page's own words says which side to take.
 */
export function groundOf(element: Element | null): string {
  if (!element) return "Canvas";
  const { backgroundColor: color, backgroundImage: image } = getComputedStyle(element);
  if (image !== "none") return unknown;
  const alpha = Number(/(?:a\(.*,|\/) ?([\d.]+)\)$/.exec(color)?.[1] ?? 1);
  if (alpha === 1) return color;
  const below = groundOf(element.parentElement);
  if (alpha === 0) return below;
  return `color-mix(in srgb, rgb(from ${color} r g b / 1) ${alpha * 100}%, ${below})`;
}

/** True when a ground is a picture's or a gradient's, which has no one colour. */
export const isPicture = (ground: string): boolean => ground.includes(unknown);

/** Keeps `--portico-ground` of an element at the colour on which it stands. Returns what ends that. */
export function followGround(element: HTMLElement): () => void {
  const note = () => element.style.setProperty("--portico-ground", groundOf(element));
  note();
  // A page that turns dark does so by a class or an attribute, and may glide there.
  const observer = new MutationObserver(note);
  for (let at = element.parentElement; at; at = at.parentElement)
    observer.observe(at, { attributes: true });
  addEventListener("transitionend", note);
  return () => {
    observer.disconnect();
    removeEventListener("transitionend", note);
  };
}
