import { groundOf, isPicture } from "../theme/ground.ts";
import { doubtful, type Tell, wrong } from "./finding.ts";

const words =
  ".portico :is(label, .portico-anchor, .portico-button, .portico-message):not(:disabled, [hidden])";

/** Looks every second whether the words of the forms can be read on what is behind them. */
export function watchContrast(tell: Tell): () => void {
  const timer = setInterval(() => {
    for (const element of document.querySelectorAll(words)) judge(element, tell);
  }, 1000);
  return () => clearInterval(timer);
}

function judge(element: Element, tell: Tell): void {
  const text = element.textContent?.trim();
  if (!text) return;
  const ground = groundOf(element);
  if (isPicture(ground)) {
    tell(onPicture);
    return;
  }
  const [below, color] = [luminance(ground), luminance(getComputedStyle(element).color, ground)];
  const ratio = (Math.max(below, color) + 0.05) / (Math.min(below, color) + 0.05);
  if (ratio >= 4.5) return;
  tell(
    wrong(
      `contrast ${text}`,
      `"${text}" has ${ratio.toFixed(1)}:1 against what is behind it, and is hard to read below 4.5:1.`,
      "Choose another colour in appearance.variables, or leave the choice to the form.",
    ),
  );
}

const onPicture = doubtful(
  "contrast on a picture",
  "The form stands on a picture, on which no colour can be read for certain. It takes black or white, as the page's own words are dark or light.",
  "Put a background colour between the picture and the form, or set the color of an element around it.",
);

/** The relative luminance of a colour as the screen has it, over another where it lets that through. */
function luminance(color: string, below = "white"): number {
  const canvas = Object.assign(document.createElement("canvas"), { width: 1, height: 1 });
  const context = canvas.getContext("2d");
  for (const fill of [below, color]) {
    if (!context) return 0;
    context.fillStyle = fill;
    context.fillRect(0, 0, 1, 1);
  }
  const [red = 0, green = 0, blue = 0] = [...(context?.getImageData(0, 0, 1, 1).data ?? [])].map(
    (part) => {
      const value = part / 255;
      return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    },
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
