/**
 * The ground of a picture: a grey on which only black, or only white, can be read. The theme says which,
 * or else the colour of the page's own words.
 */
const picture =
  "var(--portico-picture, lab(from currentcolor calc(49.4 + clamp(-1, 50 - l, 1) / 10) 0 0 / 1))";

/**
 * The colour on which an element stands, as CSS: the backgrounds of its ancestors, laid over each
 * other. A gradient counts as the middle between its ends.
 */
export function groundOf(element: Element | null): string {
  if (!element) return "Canvas";
  const { backgroundColor, backgroundImage: image } = getComputedStyle(element);
  const stops = image.match(/\b(?:rgba?|hsla?|hwb|(?:ok)?l(?:ab|ch)|color)\([^()]+\)/g);
  if (image !== "none" && !stops) return picture;
  const ground = laidOver(backgroundColor, () => groundOf(element.parentElement));
  const [first, last] = [stops?.[0], stops?.at(-1)].map((stop) =>
    stop ? laidOver(stop, () => ground) : ground,
  );
  return stops ? `color-mix(in srgb, ${first}, ${last})` : ground;
}

/** A colour over another, where it lets that through. */
function laidOver(color: string, below: () => string): string {
  const alpha = Number(/(?:a\(.*,|\/) ?([\d.]+)\)$/.exec(color)?.[1] ?? 1);
  if (alpha === 1) return color;
  if (alpha === 0) return below();
  return `color-mix(in srgb, rgb(from ${color} r g b / 1) ${alpha * 100}%, ${below()})`;
}

/** True when a ground is that of a picture, which has no one colour. */
export const isPicture = (ground: string): boolean => ground.includes(picture);

/**
 * Keeps `--portico-ground` of a form at the colour on which its words stand, and `--portico-field` at that of its
 * fields, which an application may have given another by a class. Returns what ends that.
 */
export function followGround(element: HTMLElement): () => void {
  const note = () => {
    const field = element.querySelector(".portico-input");
    const label = element.querySelector("label");
    element.style.setProperty("--portico-ground", groundOf(label ?? element));
    if (field) element.style.setProperty("--portico-field", groundOf(field));
  };
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
