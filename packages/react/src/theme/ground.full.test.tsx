import { afterEach, describe, expect, test } from "vitest";
import { render } from "vitest-browser-react";
import { testClient } from "../../test/client.ts";
import { contrast } from "../../test/contrast.ts";
import { Auth, type AuthProps, ThemeMinimal, ThemeSupa } from "../index.ts";
import "./styles.css";

/** Returns a color as displayed, over another one if it is translucent. */
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
type Page = React.CSSProperties;

const { client } = testClient();
const form = (look: Look) => <Auth supabaseClient={client} magicLink {...look} />;

// Colors in the middle of a transition have other contrasts.
const sheet = document.createElement("style");
sheet.textContent = ".portico * { transition: none !important }";
document.head.append(sheet);

/** Returns the contrasts of a form's texts on a page that has this background. */
async function contrasts(ground: string, page: Page, appearance: Look) {
  const { container, unmount } = await render(<div style={page}>{form(appearance)}</div>);
  const style = (selector: string, pseudo?: string) =>
    getComputedStyle(container.querySelector(selector) ?? document.body, pseudo);
  const field = displayedColor(style("input").backgroundColor, ground);
  const foundContrasts = {
    label: contrast(displayedColor(style("label").color, ground), ground),
    link: contrast(displayedColor(style("a").color, ground), ground),
    typed: contrast(displayedColor(style("input").color, field), field),
    placeholder: contrast(displayedColor(style("input", "::placeholder").color, field), field),
    frame: contrast(displayedColor(style("input").borderTopColor, ground), ground),
  };
  await unmount();
  return foundContrasts;
}

const readable = {
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
  ])("the form is readable on %s with any text color of the page", async (ground) => {
    for (const color of ["black", "white", "#374151"])
      expect(
        await contrasts(
          displayedColor(ground),
          { background: ground, color },
          { appearance: { theme } },
        ),
      ).toEqual(readable);
  });

  test("the form is readable on an image and on a gradient, following the page's text color", async () => {
    const { data } = picture("#222", "#333");
    const dark = { backgroundImage: `url(${data})`, color: "white" };
    expect(await contrasts("rgb(51, 51, 51)", dark, { appearance: { theme } })).toEqual(readable);
    const light = { backgroundImage: "linear-gradient(#fde68a, #e0e7ff)", color: "#374151" };
    for (const ground of ["#fde68a", "#e0e7ff"])
      expect(await contrasts(displayedColor(ground), light, { appearance: { theme } })).toEqual(
        readable,
      );
  });

  test("the dark form is readable on dark backgrounds", async () => {
    for (const ground of ["black", "#111827", "#2e2e2e"])
      expect(
        await contrasts(
          displayedColor(ground),
          { background: ground },
          { theme: "dark", appearance: { theme } },
        ),
      ).toEqual(readable);
  });

  test("the form is readable with the application's field background", async () => {
    for (const inputBackground of ["white", "#1f2937"])
      expect(
        await contrasts(
          "rgb(17, 24, 39)",
          { background: "#111827" },
          {
            appearance: { theme, variables: { default: { colors: { inputBackground } } } },
          },
        ),
      ).toEqual(readable);
  });

  test.each([
    ["white", "#111827"],
    ["#1f2937", "white"],
  ])(
    "the form is readable with fields that are %s by the application's rule, on %s",
    async (field, ground) => {
      const style = { input: { background: field } };
      expect(
        await contrasts(
          displayedColor(ground),
          { background: ground },
          { appearance: { theme, style } },
        ),
      ).toEqual({ ...readable, frame: expect.anything() });
    },
  );

  test("an error is readable on any background of the application", async () => {
    for (const ground of ["#fff8f8", "#1e2336", "black", "white"]) {
      const colors = { messageBackgroundDanger: ground };
      const { container, unmount } = await render(
        form({ appearance: { theme, variables: { default: { colors } } } }),
      );
      const span = document.createElement("span");
      span.style.color = "var(--portico-message-text-danger)";
      container.querySelector(".portico")?.append(span);
      const { color } = getComputedStyle(span);
      expect(
        contrast(displayedColor(color), displayedColor(ground)),
        ground,
      ).toBeGreaterThanOrEqual(4.5);
      await unmount();
    }
  });

  test("the form is readable if its container has another background than the page", async () => {
    const style = { container: { background: "white" } };
    expect(
      await contrasts(
        "rgb(255, 255, 255)",
        { background: "#111827" },
        { appearance: { theme, style } },
      ),
    ).toEqual(readable);
  });
});

function picture(color: string, otherColor: string) {
  const canvas = Object.assign(document.createElement("canvas"), { width: 8, height: 8 });
  const context = canvas.getContext("2d");
  for (let at = 0; at < 64 && context; at++) {
    context.fillStyle = at % 3 ? color : otherColor;
    context.fillRect(at % 8, Math.floor(at / 8), 1, 1);
  }
  return { data: canvas.toDataURL() };
}

describe("the background of a form", () => {
  afterEach(() => document.documentElement.removeAttribute("class"));
  const labelOf = (container: Element) =>
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
    expect(contrast(labelOf(container), "rgb(102, 102, 102)")).toBeGreaterThanOrEqual(4.5);
  });

  test("the background of a form is updated when a class changes it, with or without a transition", async () => {
    const style = document.createElement("style");
    style.textContent = "body { transition: background 50ms } .night body { background: #111827 }";
    document.head.append(style);
    const { container } = await render(form({ appearance: { theme: ThemeSupa } }));
    const ratio = (ground: string) => contrast(labelOf(container), ground);
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
    expect(labelOf(container)).toBe("rgb(1, 2, 3)");
  });
});
