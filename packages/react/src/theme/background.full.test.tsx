import { afterEach, describe, expect, test } from "vitest";
import { render } from "vitest-browser-react";
import { testClient } from "../../test/client.ts";
import { contrastRatio } from "../../test/contrast.ts";
import { Auth, type AuthProps, ThemeMinimal, ThemeSupa } from "../index.ts";
import "./styles.css";

/** Returns a color as displayed: a translucent color is blended with the background. */
function displayedColor(color: string, background = "white"): string {
  const canvas = Object.assign(document.createElement("canvas"), { width: 1, height: 1 });
  const context = canvas.getContext("2d");
  if (!context) throw new Error("There is no canvas.");
  for (const fill of [background, color]) {
    context.fillStyle = fill;
    context.fillRect(0, 0, 1, 1);
  }
  const [red, green, blue] = context.getImageData(0, 0, 1, 1).data;
  return `rgb(${red}, ${green}, ${blue})`;
}

type Look = Pick<AuthProps, "theme" | "appearance">;
type PageStyle = React.CSSProperties;

const { client } = testClient();
const form = (look: Look) => <Auth supabaseClient={client} magicLink {...look} />;

// Disable transitions, because colors have a different contrast during one.
const stylesheet = document.createElement("style");
stylesheet.textContent = ".portico * { transition: none !important }";
document.head.append(stylesheet);

/** Returns the contrasts of a form's texts on a page with this background. */
async function measureContrasts(background: string, page: PageStyle, appearance: Look) {
  const { container, unmount } = await render(<div style={page}>{form(appearance)}</div>);
  const style = (selector: string, pseudo?: string) =>
    getComputedStyle(container.querySelector(selector) ?? document.body, pseudo);
  const fieldColor = displayedColor(style("input").backgroundColor, background);
  const contrasts = {
    label: contrastRatio(displayedColor(style("label").color, background), background),
    link: contrastRatio(displayedColor(style("a").color, background), background),
    typed: contrastRatio(displayedColor(style("input").color, fieldColor), fieldColor),
    placeholder: contrastRatio(
      displayedColor(style("input", "::placeholder").color, fieldColor),
      fieldColor,
    ),
    frame: contrastRatio(displayedColor(style("input").borderTopColor, background), background),
  };
  await unmount();
  return contrasts;
}

const readableContrasts = {
  label: expect.toSatisfy((ratio: number) => ratio >= 4.5),
  link: expect.toSatisfy((ratio: number) => ratio >= 4.5),
  typed: expect.toSatisfy((ratio: number) => ratio >= 4.5),
  placeholder: expect.toSatisfy((ratio: number) => ratio >= 4.5),
  frame: expect.toSatisfy((ratio: number) => ratio >= 3),
};

describe.each([
  ["ThemeSupa", ThemeSupa],
  ["ThemeMinimal", ThemeMinimal],
])("the readability of %s", (_, theme) => {
  test.each([
    "white",
    "black",
    "#808080",
    "#777",
    "#f9fafb",
    "#111827",
    "#1d4ed8",
    "#dc2626",
    "#facc15",
    "#16a34a",
    "#7c3aed",
    "oklch(0.21 0.034 264.7)",
    "hsl(222 47% 11%)",
  ])("the form is readable on %s with any text color of the page", async (background) => {
    for (const color of ["black", "white", "#374151"])
      expect(
        await measureContrasts(
          displayedColor(background),
          { background, color },
          { appearance: { theme } },
        ),
      ).toEqual(readableContrasts);
  });

  test("the form is readable on an image and on a gradient, following the page's text color", async () => {
    const { data } = createImage("#222", "#333");
    const dark = { backgroundImage: `url(${data})`, color: "white" };
    expect(await measureContrasts("rgb(51, 51, 51)", dark, { appearance: { theme } })).toEqual(
      readableContrasts,
    );
    const light = { backgroundImage: "linear-gradient(#fde68a, #e0e7ff)", color: "#374151" };
    for (const background of ["#fde68a", "#e0e7ff"])
      expect(
        await measureContrasts(displayedColor(background), light, { appearance: { theme } }),
      ).toEqual(readableContrasts);
  });

  test("the dark form is readable on dark backgrounds", async () => {
    for (const background of ["black", "#111827", "#2e2e2e"])
      expect(
        await measureContrasts(
          displayedColor(background),
          { background },
          { theme: "dark", appearance: { theme } },
        ),
      ).toEqual(readableContrasts);
  });

  test("the form is readable with the application's field background", async () => {
    for (const inputBackground of ["white", "#1f2937"])
      expect(
        await measureContrasts(
          "rgb(17, 24, 39)",
          { background: "#111827" },
          {
            appearance: { theme, variables: { default: { colors: { inputBackground } } } },
          },
        ),
      ).toEqual(readableContrasts);
  });

  test.each([
    ["white", "#111827"],
    ["#1f2937", "white"],
  ])(
    "the form is readable with fields that are %s by the application's rule, on %s",
    async (field, background) => {
      const style = { input: { background: field } };
      expect(
        await measureContrasts(
          displayedColor(background),
          { background },
          { appearance: { theme, style } },
        ),
      ).toEqual({ ...readableContrasts, frame: expect.anything() });
    },
  );

  test("an error is readable on any background of the application", async () => {
    for (const background of ["#fff8f8", "#1e2336", "black", "white"]) {
      const colors = { messageBackgroundDanger: background };
      const { container, unmount } = await render(
        form({ appearance: { theme, variables: { default: { colors } } } }),
      );
      const span = document.createElement("span");
      span.style.color = "var(--portico-message-text-danger)";
      container.querySelector(".portico")?.append(span);
      const { color } = getComputedStyle(span);
      expect(
        contrastRatio(displayedColor(color), displayedColor(background)),
        background,
      ).toBeGreaterThanOrEqual(4.5);
      await unmount();
    }
  });

  test("the form is readable if its container has another background than the page", async () => {
    const style = { container: { background: "white" } };
    expect(
      await measureContrasts(
        "rgb(255, 255, 255)",
        { background: "#111827" },
        { appearance: { theme, style } },
      ),
    ).toEqual(readableContrasts);
  });
});

function createImage(color: string, otherColor: string) {
  const canvas = Object.assign(document.createElement("canvas"), { width: 8, height: 8 });
  const context = canvas.getContext("2d");
  for (let index = 0; index < 64 && context; index++) {
    context.fillStyle = index % 3 ? color : otherColor;
    context.fillRect(index % 8, Math.floor(index / 8), 1, 1);
  }
  return { data: canvas.toDataURL() };
}

describe("the background of a form", () => {
  afterEach(() => document.documentElement.removeAttribute("class"));
  const labelColor = (container: Element) =>
    displayedColor(getComputedStyle(container.querySelector("label") ?? container).color);

  test("the background of a form blends the backgrounds around it", async () => {
    const { container } = await render(
      <div style={{ background: "black" }}>
        <div style={{ background: "rgb(255 255 255 / 80%)" }}>
          <div style={{ background: "rgba(0, 0, 0, 0.5)" }}>
            {form({ appearance: { theme: ThemeSupa } })}
          </div>
        </div>
      </div>,
    );
    expect(contrastRatio(labelColor(container), "rgb(102, 102, 102)")).toBeGreaterThanOrEqual(4.5);
  });

  test("the background of a form is updated when a class changes it, with or without a transition", async () => {
    const style = document.createElement("style");
    style.textContent = "body { transition: background 50ms } .night body { background: #111827 }";
    document.head.append(style);
    const { container } = await render(form({ appearance: { theme: ThemeSupa } }));
    const ratio = (background: string) => contrastRatio(labelColor(container), background);
    expect(ratio("rgb(255, 255, 255)")).toBeGreaterThanOrEqual(4.5);
    document.documentElement.className = "night";
    await expect.poll(() => ratio("rgb(17, 24, 39)")).toBeGreaterThanOrEqual(4.5);
    style.remove();
  });

  test("the application can set the background of a form itself", async () => {
    const { container } = await render(
      form({
        appearance: {
          theme: ThemeSupa,
          variables: { default: { colors: { inputLabelText: "rgb(1, 2, 3)" } } },
        },
      }),
    );
    expect(labelColor(container)).toBe("rgb(1, 2, 3)");
  });
});
