import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { commands, page } from "vitest/browser";
import { SignUpField, TermsCheckbox, VIEWS } from "../src/index.ts";
import { findAxeViolations, showOn, themes } from "./axe-violations.tsx";
import { apiError } from "./client.ts";
import { contrastRatio } from "./contrast.ts";
import { show } from "./show.tsx";

const views = Object.values(VIEWS);
afterEach(() => {
  document.body.style.background = "";
});

test.each(views)("axe finds no violation in %s", async (view) => {
  await showOn("default", { view });
  expect(await findAxeViolations()).toEqual([]);
});

describe.each(["default", "dark"])("the forms in the theme %s", (theme) => {
  test.each(themes)("axe finds no violation in sign_up in the palette %s", async (_, colors) => {
    await showOn(theme, { view: "sign_up", appearance: { theme: colors } });
    expect(await findAxeViolations()).toEqual([]);
  });

  test("axe finds no violation in buttons without text", async () => {
    await showOn(theme, { socialLayout: "horizontal" });
    expect(await findAxeViolations()).toEqual([]);
  });

  test("axe finds no violation in the application's own fields, one of them invalid", async () => {
    const { alert, button } = await showOn(theme, {
      view: "sign_up",
      slots: {
        sign_up: (
          <>
            <SignUpField name="full_name" label="Full name" />
            <TermsCheckbox error="Please accept the terms.">
              I accept the <a href="/terms">terms</a>
            </TermsCheckbox>
          </>
        ),
      },
    });
    await button("Sign up").click();
    await expect.element(alert).toHaveTextContent("Please accept the terms.");
    expect(await findAxeViolations()).toEqual([]);
  });

  test("axe finds no violation in a form with a failure at a field", async () => {
    const { alert, button } = await showOn(theme, { view: "magic_link" });
    await button("Send magic link").click();
    await expect.element(alert).toHaveTextContent("Enter your email address");
    expect(await findAxeViolations()).toEqual([]);
    // The field must not be marked by its color alone.
    const field = document.querySelector("[aria-invalid=true]") ?? document.body;
    expect(getComputedStyle(field).boxShadow).toMatch(/ 0px 0px 0px 1px inset$/);
  });

  test("axe finds no violation in a form with a failure", async () => {
    const { alert, button, label } = await showOn(
      theme,
      {},
      {
        signInWithPassword: async () => ({
          data: { user: null, session: null },
          error: apiError("Invalid login credentials", "invalid_credentials"),
        }),
      },
    );
    await label("Email address").fill("ada@example.com");
    await button("Sign in").click();
    await expect.element(alert).toHaveTextContent("Invalid login credentials");
    expect(await findAxeViolations()).toEqual([]);
  });

  test("axe finds no violation in a confirmation", async () => {
    const { label, pressEnter, status } = await showOn(theme, { view: "magic_link" });
    await label("Email address").fill("ada@example.com");
    await pressEnter();
    await expect.element(status).toHaveTextContent("Check your email for the magic link");
    expect(await findAxeViolations()).toEqual([]);
  });

  test("axe finds no violation in a busy form", async () => {
    const { button, label } = await showOn(
      theme,
      {},
      { signInWithPassword: () => new Promise(() => {}) },
    );
    await label("Email address").fill("ada@example.com");
    await button("Sign in").click();
    await expect.element(button("Signing in…")).toBeDisabled();
    expect(await findAxeViolations()).toEqual([]);
  });

  test("the frame of a field has a contrast of 3:1 on its background", async () => {
    const { label } = await showOn(theme, {});
    const card = document.querySelector(".portico-card") ?? document.body;
    const field = getComputedStyle(label("Email address").element());
    const background = getComputedStyle(card).backgroundColor;
    expect(contrastRatio(field.borderTopColor, background)).toBeGreaterThanOrEqual(3);
    expect(contrastRatio(field.borderTopColor, field.backgroundColor)).toBeGreaterThanOrEqual(3);
  });

  test("the focus ring has a contrast of 3:1 and is visible", async () => {
    const { button } = await showOn(theme, {});
    const card = document.querySelector(".portico-card") ?? document.body;
    const element = button("Sign in").element();
    element.focus({ focusVisible: true } as FocusOptions);
    const { outlineColor, outlineStyle, outlineWidth } = getComputedStyle(element);
    expect([outlineStyle, outlineWidth]).toEqual(["solid", "2px"]);
    const background = getComputedStyle(card).backgroundColor;
    expect(contrastRatio(outlineColor, background)).toBeGreaterThanOrEqual(3);
  });
});

describe("in a window of 320 pixels", () => {
  test.each(views)("the view %s does not scroll sideways at 320 pixels", async (view) => {
    await page.viewport(320, 640);
    await show({ view, magicLink: true });
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
    await page.viewport(414, 896);
  });
});

describe("with text of twice the size", () => {
  test.each(views)(
    "the view %s is not cut off and does not scroll sideways with text of twice the size",
    async (view) => {
      await page.viewport(640, 800);
      document.documentElement.style.fontSize = "200%";
      const { container } = await show({ view, magicLink: true });
      const cutElements = [...container.querySelectorAll<HTMLElement>("h2, label, button, a, span")]
        .filter(
          (element) => element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0,
        )
        .map((element) => element.textContent);
      expect(cutElements).toEqual([]);
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(640);
      document.documentElement.style.fontSize = "";
      await page.viewport(414, 896);
    },
  );
});

describe("with the text spacing of WCAG 1.4.12", () => {
  test.each(views)(
    "the view %s is not cut off with the text spacing of WCAG 1.4.12",
    async (view) => {
      const { container } = await show({ view, magicLink: true });
      const style = document.createElement("style");
      style.textContent = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important;
      word-spacing: 0.16em !important } p { margin-bottom: 2em !important }`;
      document.head.append(style);
      const cutElements = [...container.querySelectorAll<HTMLElement>("h2, label, button, a, span")]
        .filter((element) => element.clientWidth > 0)
        .filter((element) => element.scrollWidth > element.clientWidth + 1)
        .map((element) => element.textContent);
      style.remove();
      expect(cutElements).toEqual([]);
    },
  );
});

describe("in forced colors", () => {
  beforeAll(() => commands.emulate({ forcedColors: "active" }));
  afterAll(() => commands.emulate({ forcedColors: "none" }));

  test("every field and button has a frame and a focus ring in forced colors", async () => {
    const { button, container, label } = await show({ socialColors: true });
    for (const element of container.querySelectorAll("input, button.portico-button")) {
      const { borderTopStyle, borderTopWidth } = getComputedStyle(element);
      expect([borderTopStyle, borderTopWidth]).toEqual(["solid", "1px"]);
    }
    for (const element of [label("Email address").element(), button("Show password").element()]) {
      element.focus({ focusVisible: true } as FocusOptions);
      const { outlineStyle, outlineColor } = getComputedStyle(element);
      expect(outlineStyle).toBe("solid");
      expect(outlineColor).toBe(systemColor("Highlight"));
    }
  });

  test("an invalid field and the divider are visible in forced colors", async () => {
    const { alert, button, container, label } = await show({ view: "magic_link" });
    await button("Send magic link").click();
    await expect.element(alert).toHaveTextContent("Enter your email address");
    expect(getComputedStyle(label("Email address").element()).borderTopWidth).toBe("3px");
    const divider = container.querySelector(".portico-divider");
    expect(divider && getComputedStyle(divider).backgroundColor).toBe(systemColor("CanvasText"));
  });

  test("icons of one color and messages have the color of the text in forced colors", async () => {
    const { alert, button, container } = await show({ view: "magic_link", providers: ["github"] });
    const path = container.querySelector("[data-portico-provider=github] path");
    expect(path && getComputedStyle(path).fill).toBe(systemColor("ButtonText"));
    await button("Send magic link").click();
    await expect.element(alert).toHaveTextContent("Enter your email address");
    const message = container.querySelector("[role=alert] > span");
    expect(message && getComputedStyle(message).color).toBe(systemColor("CanvasText"));
    expect(message && getComputedStyle(message).borderTopStyle).toBe("solid");
  });
});

test("with reduced motion there are no transitions, and the loader turns slowly", async () => {
  await commands.emulate({ reducedMotion: "reduce" });
  const { button, label } = await show({}, { signInWithPassword: () => new Promise(() => {}) });
  await label("Email address").fill("ada@example.com");
  await button("Sign in").click();
  const loader = document.querySelector(".portico-loader");
  expect(getComputedStyle(label("Email address").element()).transitionDuration).toBe("0s");
  expect(loader && getComputedStyle(loader).animationDuration).toBe("4s");
  await commands.emulate({ reducedMotion: null });
});

/** Returns the value of a system color on this machine. */
function systemColor(name: string): string {
  const probe = document.createElement("i");
  probe.style.color = name;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

test("the text of fields is 16 pixels, so that a phone does not zoom", async () => {
  const { label } = await show();
  expect(getComputedStyle(label("Email address").element()).fontSize).toBe("16px");
});

test("every target is at least 24 by 24 pixels", async () => {
  const { container } = await show({ magicLink: true, socialLayout: "horizontal" });
  for (const target of container.querySelectorAll("a, button, input:not([hidden])")) {
    const { height, width } = target.getBoundingClientRect();
    expect(Math.min(height, width)).toBeGreaterThanOrEqual(24);
  }
});

test("the tab order is from top to bottom", async () => {
  const { container } = await show({ magicLink: true });
  const topPositions = [...container.querySelectorAll<HTMLElement>("a, button, input")]
    .filter((element) => element.tabIndex >= 0)
    .map((element) => element.getBoundingClientRect().top);
  expect(topPositions).toHaveLength(10);
  // The button inside the password field's frame starts a little lower than the frame itself.
  expect(topPositions).toEqual(topPositions.toSorted((a, b) => a - b));
});

describe("from right to left", () => {
  test.each(["ar", "he", "fa", "ur"])(
    "%s sets language and direction of the form",
    async (lang) => {
      const { container } = await show({ localization: { lang } });
      const root = container.querySelector(".portico");
      expect([root?.getAttribute("lang"), root?.getAttribute("dir")]).toEqual([lang, "rtl"]);
    },
  );

  test("axe finds no violation in sign_up from right to left", async () => {
    await showOn("default", { view: "sign_up", localization: { lang: "ar" } });
    expect(await findAxeViolations()).toEqual([]);
  });

  test("the password's reveal button is on the left from right to left", async () => {
    const { button, label } = await show({ localization: { lang: "ar" } });
    const frame = label("Your password").element().getBoundingClientRect();
    const reveal = button("Show password").element().getBoundingClientRect();
    expect(reveal.left - frame.left).toBeLessThan(10);
    expect(await findAxeViolations()).toEqual([]);
  });

  test("an e-mail runs from left to right in a form from right to left", async () => {
    const { label } = await show({ localization: { lang: "ar" } });
    const field = label("Email address");
    const style = getComputedStyle(field.element());
    expect(style.direction).toBe("rtl");
    await field.fill("ada@");
    expect([style.direction, style.textAlign]).toEqual(["ltr", "right"]);
  });

  test("a form in English or in the page's language sets no direction", async () => {
    const { rerender, container } = await show();
    const root = container.querySelector(".portico");
    expect([root?.hasAttribute("lang"), root?.hasAttribute("dir")]).toEqual([false, false]);
    await rerender({ localization: { lang: "en-GB" } });
    expect(root?.getAttribute("dir")).toBe("ltr");
  });
});
