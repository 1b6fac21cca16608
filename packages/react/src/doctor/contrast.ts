import { backgroundOf, containsImage } from "../theme/background.ts";
import { doubtfulFinding, type Report, wrongFinding } from "./finding.ts";

const textSelector =
  ".portico :is(label, .portico-anchor, .portico-button, .portico-message):not(:disabled, [hidden])";

/** Checks every second whether the forms' text is readable on its background. */
export function watchContrast(report: Report): () => void {
  const timer = setInterval(() => {
    for (const element of document.querySelectorAll(textSelector)) checkContrast(element, report);
  }, 1000);
  return () => clearInterval(timer);
}

function checkContrast(element: Element, report: Report): void {
  const text = element.textContent?.trim();
  if (!text) return;
  const background = backgroundOf(element);
  if (containsImage(background)) {
    report(imageFinding);
    return;
  }
  const [backgroundLuminance, textLuminance] = [
    luminance(background),
    luminance(getComputedStyle(element).color, background),
  ];
  const ratio =
    (Math.max(backgroundLuminance, textLuminance) + 0.05) /
    (Math.min(backgroundLuminance, textLuminance) + 0.05);
  if (ratio >= 4.5) return;
  report(
    wrongFinding(
      `contrast ${text}`,
      `"${text}" has a contrast of ${ratio.toFixed(1)}:1 against its background. Below 4.5:1, text is hard to read.`,
      "Choose another color in appearance.variables, or let the form choose it.",
    ),
  );
}

const imageFinding = doubtfulFinding(
  "contrast on a picture",
  "The form is above an image, so its text may be hard to read. The text is black or white, depending on the color of the page's own text.",
  "Put a background color between the image and the form, or set the color of an element around it.",
);

/** Returns the relative luminance of a color as displayed: a translucent color is blended with the background. */
function luminance(color: string, background = "white"): number {
  const canvas = Object.assign(document.createElement("canvas"), { width: 1, height: 1 });
  const context = canvas.getContext("2d");
  for (const fill of [background, color]) {
    if (!context) return 0;
    context.fillStyle = fill;
    context.fillRect(0, 0, 1, 1);
  }
  const [red = 0, green = 0, blue = 0] = [...(context?.getImageData(0, 0, 1, 1).data ?? [])].map(
    (channel) => {
      const value = channel / 255;
      return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    },
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
