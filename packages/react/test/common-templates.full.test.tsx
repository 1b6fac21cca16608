import { afterEach, describe, expect, test } from "vitest";
import { commands } from "vitest/browser";
import { render } from "vitest-browser-react";
import styles from "../src/theme/styles.css?inline";
import { Form, markup, schemes } from "./templates/form.tsx";
import { closePage, findChangedProperties, pageOf, styleOf } from "./templates/looks.ts";
import { commonTemplates, tailwind4, templates } from "./templates/templates.ts";

/*
 * Tests the form in applications that were created from templates, with their style sheets imported before or after the
 * kit's. Every computed property of every element must be the same as on a page without other style sheets.
 */

afterEach(() => commands.emulate({ colorScheme: null }));

describe.each(commonTemplates)("the form under the style sheet of $name", ({ css }) => {
  test.each(schemes)("the form looks as on a plain page, in a %s scheme", async (scheme) => {
    await commands.emulate({ colorScheme: scheme });
    const html = await markup(scheme === "dark" ? "dark" : "default");
    expect(findChangedProperties([styles, css], html)).toEqual([]);
    expect(findChangedProperties([css, styles], html)).toEqual([]);
  });
});

describe("a link and a button of the form under the pointer", () => {
  test.each(["create-vite 7", "TanStack Start"])(
    "links and buttons under the pointer look as on a plain page, by %s",
    async (name) => {
      const screen = await render(<Form />);
      const hoverLooks = async () => {
        const looks = [];
        for (const element of [
          screen.getByRole("link", { name: "Forgot your password?" }),
          screen.getByRole("button", { name: "Sign in", exact: true }),
          screen.getByRole("button", { name: "Sign in with GitHub" }),
        ]) {
          await element.hover();
          const { color, borderColor, backgroundColor, outlineStyle } = getComputedStyle(
            element.element(),
          );
          looks.push({ color, borderColor, backgroundColor, outlineStyle });
        }
        return looks;
      };
      const noTransitions = `* { transition: none !important }`;
      const plainStyles = [styleOf(document, noTransitions), styleOf(document, styles)];
      document.head.append(...plainStyles);
      const expectedLooks = await hoverLooks();
      const css = templates.find((template) => template.name === name)?.css ?? "";
      const sheet = styleOf(document, css);
      document.head.append(sheet);
      expect(await hoverLooks()).toEqual(expectedLooks);
      for (const style of [...plainStyles, sheet]) style.remove();
    },
  );
});

const red = "rgb(255, 0, 0)";
const utilities = `@layer utilities { .bg-red { background-color: ${red} } .p-9 { padding: 36px } .no-underline { text-decoration-line: none } }`;
const classes = `.bg-red { background-color: ${red} } .p-9 { padding: 36px } .no-underline { text-decoration-line: none }`;
const classRules = `.supabase-auth-ui_ui-button { background-color: ${red} } .supabase-auth-ui_ui-input { padding: 36px } .supabase-auth-ui_ui-anchor { text-decoration-line: none }`;

describe.each([
  ["utilities of Tailwind CSS 4", tailwind4 + utilities],
  ["classes outside layers", classes],
  ["classes under a reset", `* { padding: 0 } a { color: inherit } ${classes}`],
  ["classes in the layer of components", `@layer components { ${classes} }`],
  ["rules that name the form's public classes", classRules],
])("%s", (_, css) => {
  test.each([
    ["before", [css, styles]],
    ["after", [styles, css]],
  ])("the application's rules win over the form's, imported %s the kit's", async (_, sheets) => {
    const appearance = { button: "bg-red", input: "p-9", anchor: "no-underline" };
    const page = pageOf(sheets, await markup("default", css === classRules ? {} : appearance));
    const styleOfElement = (selector: string) => {
      const element = page.querySelector(selector);
      if (!element) throw new Error(`There is no ${selector}.`);
      return page.defaultView?.getComputedStyle(element);
    };
    expect(styleOfElement("[type=submit]")?.backgroundColor).toBe(red);
    expect(styleOfElement("[type=email]")?.paddingTop).toBe("36px");
    expect(styleOfElement(".portico-anchor")?.textDecorationLine).toBe("none");
    // The form's own rules still set the other properties.
    expect(styleOfElement("[type=submit]")?.borderTopLeftRadius).toBe("8px");
    closePage(page);
  });
});

test("a card is centered in its container under a reset of margins", async () => {
  const page = pageOf([styles, "* { margin: 0 }"], await markup("default"));
  const boxOf = (selector: string) => page.querySelector(selector)?.getBoundingClientRect();
  expect(boxOf("main")?.left).toBe(0);
  expect(boxOf(".portico-card")?.left).toBe((720 - 360) / 2);
  closePage(page);
});

test("a style attribute of the application wins over the form's rules and over a reset", async () => {
  const html = await markup("default", {}, { button: { backgroundColor: red } });
  const page = pageOf([styles, "* { margin: 0; padding: 0 }"], html);
  const button = page.querySelector("[type=submit]");
  expect(button && page.defaultView?.getComputedStyle(button).backgroundColor).toBe(red);
  closePage(page);
});

test("the application's content inside the form keeps its own appearance", async () => {
  const html = await markup("default");
  const page = pageOf([styles, `em { color: ${red} }`], html.replace("accept", "<em>accept</em>"));
  const emphasis = page.querySelector("em");
  expect(emphasis && page.defaultView?.getComputedStyle(emphasis).color).toBe(red);
  closePage(page);
});
