import { describe, expect, test } from "vitest";
import { render } from "vitest-browser-react";
import { testClient } from "../../test/client.ts";
import { show } from "../../test/show.tsx";
import { Auth, type AuthProps, type Theme, ThemeMinimal, ThemeSupa } from "../index.ts";
import { customProperties, resolveTheme } from "./custom-properties.ts";

type Look = Pick<AuthProps, "appearance" | "theme" | "dark">;

/** Returns a custom property's computed value on the form's root. */
async function computedProperty(appearance: Look, name: string): Promise<string> {
  const { container } = await show(appearance);
  const root = container.querySelector(".portico");
  return root ? getComputedStyle(root).getPropertyValue(name) : "no root";
}

/** Returns the computed color, with all references resolved. */
function computedColor(value: string): string {
  const name = /^var\((--[\w-]+),/.exec(value)?.[1];
  const root = document.querySelector(".portico") ?? document.body;
  return name ? getComputedStyle(root).getPropertyValue(name) : value;
}

const brand = "--portico-brand";
const inputBackground = "--portico-input-background";

describe("the style sheet", () => {
  test.each([
    ["ThemeSupa", ThemeSupa, "default"],
    ["ThemeSupa", ThemeSupa, "dark"],
    ["ThemeMinimal", ThemeMinimal, "default"],
    ["ThemeMinimal", ThemeMinimal, "dark"],
  ])("the style sheet has the values of $0 in its variation $2", async (_, theme, variation) => {
    const { container } = await show({ appearance: { theme }, theme: variation });
    const root = container.querySelector<HTMLElement>(".portico");
    if (!root) throw new Error("There is no root.");
    expect(root.getAttribute("style")).toMatch(
      /^--portico-ground: [^;]+; --portico-field: [^;]+;$/,
    );
    const style = getComputedStyle(root);
    const expectedValues = new Map([
      ...customProperties(theme.default),
      ...customProperties(theme[variation]),
    ]);
    for (const [name, value] of expectedValues)
      expect([name, style.getPropertyValue(name)]).toEqual([name, computedColor(value)]);
  });

  test("the style sheet is in a layer, so that any rule of the application wins", async () => {
    const ownSheet = document.createElement("style");
    ownSheet.textContent = ".supabase-auth-ui_ui-button { background-color: rgb(1, 2, 3) }";
    document.head.prepend(ownSheet);
    const { button } = await show();
    expect(getComputedStyle(button("Sign in").element()).backgroundColor).toBe("rgb(1, 2, 3)");
    ownSheet.remove();
  });
});

describe("the appearance of an application", () => {
  test.each<[string, Look, string, string]>([
    ["the default theme without a prop", {}, brand, "#18794e"],
    ["the theme dark without an appearance", { theme: "dark" }, inputBackground, "#141918"],
    ["the dark prop", { dark: true }, inputBackground, "#141918"],
    [
      "the default variation for a theme that does not exist",
      { theme: "evening" },
      inputBackground,
      "#ffffff",
    ],
    [
      "a variable",
      { appearance: { theme: ThemeSupa, variables: { default: { colors: { brand: "navy" } } } } },
      brand,
      "navy",
    ],
    [
      "a variable with any CSS value",
      {
        appearance: {
          variables: {
            default: { colors: { brand: "color-mix(in srgb, red 40%, var(--own, teal))" } },
          },
        },
      },
      brand,
      "color-mix(in srgb, red 40%, teal)",
    ],
    [
      "a variable of the default variation in dark mode",
      { theme: "dark", appearance: { variables: { default: { colors: { brand: "navy" } } } } },
      brand,
      "navy",
    ],
    [
      "the dark theme's value of a variable that the dark theme replaces",
      {
        theme: "dark",
        appearance: { variables: { default: { colors: { inputBackground: "white" } } } },
      },
      inputBackground,
      "#141918",
    ],
    [
      "a variable of the dark variation",
      {
        theme: "dark",
        appearance: {
          variables: { default: {}, dark: { colors: { inputBackground: "midnightblue" } } },
        },
      },
      inputBackground,
      "midnightblue",
    ],
    [
      "an application's theme",
      { appearance: { theme: { default: { colors: { brand: "teal" } } } } },
      brand,
      "teal",
    ],
    [
      "an application's variation",
      {
        theme: "evening",
        appearance: {
          theme: {
            default: { colors: { brand: "teal" } },
            evening: { colors: { inputBackground: "indigo" } },
          },
        },
      },
      inputBackground,
      "indigo",
    ],
  ])("the appearance applies %s", async (_, look, name, value) => {
    expect(await computedProperty(look, name)).toBe(value);
  });

  test("the appearance follows the props, and removed values disappear", async () => {
    const lookWith = (colors: { [name: string]: string }): Look => ({
      appearance: { variables: { default: { colors } } },
    });
    const { rerender, container } = await show(lookWith({ brand: "navy", inputText: "black" }));
    const root = container.querySelector<HTMLElement>(".portico");
    expect(root?.style.getPropertyValue(brand)).toBe("navy");
    await rerender(lookWith({ brand: "teal" }));
    expect(root?.getAttribute("style")).toBe("--portico-brand: teal;");
    await rerender({ appearance: {} });
    expect(root?.style.length).toBe(0);
  });

  test("the appearance does not modify the themes", () => {
    const theme: Theme = { default: { colors: { brand: "teal" } }, dark: { colors: {} } };
    const originalTheme = structuredClone(theme);
    resolveTheme({ theme, variables: { default: { colors: { brand: "navy" } } } }, "dark");
    expect(theme).toEqual(originalTheme);
  });

  test("the appearance of one form does not affect another on the page", async () => {
    const { client } = testClient();
    const form = (color: string) => (
      <Auth
        supabaseClient={client}
        appearance={{ variables: { default: { colors: { brand: color } } } }}
      />
    );
    const { container } = await render(
      <>
        {form("rgb(1, 1, 1)")}
        {form("rgb(2, 2, 2)")}
      </>,
    );
    const colors = [...container.querySelectorAll("button[type=submit]")].map(
      (button) => getComputedStyle(button).backgroundColor,
    );
    expect(colors).toEqual(["rgb(1, 1, 1)", "rgb(2, 2, 2)"]);
  });

  test("the appearance adds class and style to every element", async () => {
    const { container } = await show({
      appearance: {
        prependedClassName: "acme",
        className: { button: "theirs" },
        style: { label: { color: "rgb(1, 2, 3)" } },
      },
    });
    expect(container.querySelectorAll(".acme_ui-button.theirs").length).toBe(4);
    const label = container.querySelector("label");
    expect(label && getComputedStyle(label).color).toBe("rgb(1, 2, 3)");
  });
});

test("two forms on a page have fields with different ids, and every label has its own field", async () => {
  const { client } = testClient();
  const { container } = await render(
    <>
      <Auth supabaseClient={client} />
      <Auth supabaseClient={client} view="sign_up" />
    </>,
  );
  const ids = [...container.querySelectorAll("[id]")].map((element) => element.id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const label of container.querySelectorAll("label")) {
    expect(label.control?.closest("form")).toBe(label.closest("form"));
  }
});
