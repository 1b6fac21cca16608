import type { ComponentType } from "react";
import { describe, expect, test } from "vitest";
import { render } from "vitest-browser-react";
import { type Appearance, type ElementName, ElementThemeContext } from "../theme/appearance.ts";
import { Anchor } from "./anchor.tsx";
import { Button } from "./button.tsx";
import { Container } from "./container.tsx";
import { Divider } from "./divider.tsx";
import { Heading } from "./heading.tsx";
import { Input } from "./input.tsx";
import { Label } from "./label.tsx";
import { Loader } from "./loader.tsx";
import { Message } from "./message.tsx";

/** Every element with its required props. Each must pass all tests below. */
const elements: readonly [ElementName, keyof HTMLElementTagNameMap, ComponentType<Common>][] = [
  ["anchor", "a", Anchor],
  ["button", "button", Button],
  ["container", "div", Container],
  ["divider", "div", Divider],
  ["heading", "h2", Heading],
  ["input", "input", Input],
  ["label", "label", (props) => <Label htmlFor="field" {...props} />],
  ["loader", "span", Loader],
  ["message", "span", Message],
];

interface Common {
  className?: string;
  style?: { color: string };
  id?: string;
  "data-own"?: string;
}

async function renderElement(
  Element: ComponentType<Common>,
  props: Common,
  appearance?: Appearance,
) {
  const { container } = await render(
    <ElementThemeContext.Provider value={{ appearance }}>
      <Element {...props} />
    </ElementThemeContext.Provider>,
  );
  const element = container.firstElementChild;
  if (!(element instanceof HTMLElement)) throw new Error("Nothing was rendered.");
  return element;
}

describe.each(elements)("%s", (name, tag, Element) => {
  test("an element of the kit renders one HTML element without a wrapper", async () => {
    const element = await renderElement(Element, {});
    expect(element.localName).toBe(tag);
    expect(element.parentElement?.childElementCount).toBe(1);
  });

  test("an element of the kit has the class names of the archived kit and of the style sheet", async () => {
    const element = await renderElement(Element, {});
    expect([...element.classList]).toEqual([`supabase-auth-ui_ui-${name}`, `portico-${name}`]);
  });

  test("an element of the kit takes prefix, class and style from the appearance and drops the style sheet's class", async () => {
    const element = await renderElement(
      Element,
      {},
      {
        prependedClassName: "acme",
        className: { [name]: "theirs" },
        style: { [name]: { color: "red" } },
        extend: false,
      },
    );
    expect([...element.classList]).toEqual([`acme_ui-${name}`, "theirs"]);
    expect(element.style.color).toBe("red");
  });

  test("an element of the kit merges its own class and style with those of the appearance", async () => {
    const element = await renderElement(
      Element,
      { className: "own", style: { color: "blue" } },
      { style: { [name]: { color: "red", margin: "1px" } } },
    );
    expect(element.classList.contains("own")).toBe(true);
    expect(element.style.color).toBe("blue");
    expect(element.style.margin).toBe("1px");
  });

  test("an element of the kit passes only HTML properties on", async () => {
    const element = await renderElement(Element, { id: "it", "data-own": "yes" });
    expect(element.id).toBe("it");
    expect(element.dataset["own"]).toBe("yes");
    for (const junk of ["gap", "direction", "color", "loading", "appearance"])
      expect(element.hasAttribute(junk)).toBe(false);
  });
});

test("a busy button has a loader that screen readers ignore", async () => {
  const screen = await render(
    <Button aria-busy disabled>
      Sending
    </Button>,
  );
  const button = screen.getByRole("button", { name: "Sending", exact: true });
  await expect.element(button).toBeDisabled();
  await expect.element(button).toHaveAttribute("aria-busy", "true");
  expect(button.element().querySelector(".supabase-auth-ui_ui-loader")?.ariaHidden).toBe("true");
});
