import { afterEach, describe, expect, test } from "vitest";
import { commands } from "vitest/browser";
import { render } from "vitest-browser-react";
import { Auth, AuthCard, type AuthProps, TermsCheckbox } from "../src/index.ts";
import styles from "../src/theme/styles.css?inline";
import { testClient } from "./client.ts";
import { tailwind4, templates } from "./templates/templates.ts";

/*
 * The form in the applications that people start from, under the style sheets of each, imported before and
 * after ours. Every computed property of every element is what it is on a page without other sheets.
 */

/**
 * What a page decides for all of its text, where it puts the form, what our own frames hide, and second names of
 * the same values.
 */
const ofThePage =
  /^(-webkit-|appearance|font-(synthesis|feature|variation-settings)|tab-size|text-(rendering|size)|top|right|bottom|left|inset-)|-(block|inline)(-|$)/;

const properties = [...getComputedStyle(document.body)];
const ofTheForm = properties.filter((property) => !ofThePage.test(property));

/** The card passes the page's text on, and a drawing has none. */
const ofABox = properties.filter((property) =>
  /^(display|box-|width|height|padding-|background-|margin-|border-.*-(width|radius)|fill|stroke|opacity|transform$)/.test(
    property,
  ),
);

afterEach(() => commands.emulate({ colorScheme: null }));

const schemes = ["light", "dark"] as const;

type Appearance = NonNullable<AuthProps["appearance"]>;

function Form(props: Partial<AuthProps>) {
  return (
    <AuthCard>
      <Auth
        supabaseClient={testClient().client}
        providers={["github", "google"]}
        magicLink
        {...props}
      />
    </AuthCard>
  );
}

async function markup(
  theme: string,
  className: Appearance["className"] = {},
  style: Appearance["style"] = {},
): Promise<string> {
  const { container, unmount } = await render(
    <Form view="sign_up" theme={theme} appearance={{ className, style }}>
      <TermsCheckbox value="2026-01">I accept the terms</TermsCheckbox>
    </Form>,
  );
  const html = container.innerHTML;
  await unmount();
  return html;
}

function pageOf(sheets: readonly string[], html: string): Document {
  const frame = document.createElement("iframe");
  frame.style.cssText = "inline-size: 1280px; block-size: 900px";
  document.body.append(frame);
  const page = frame.contentDocument;
  if (!page) throw new Error("The frame has no document.");
  page.open();
  page.write(
    `<!doctype html><html><head></head><body><div id="root"><main>${html}</main></div></body></html>`,
  );
  page.close();
  for (const sheet of sheets) page.head.append(styleOf(page, sheet));
  return page;
}

function styleOf(page: Document, sheet: string): HTMLStyleElement {
  const style = page.createElement("style");
  style.textContent = sheet;
  return style;
}

function close(page: Document): void {
  page.defaultView?.frameElement?.remove();
}

/** Computed values by element and property. */
function looksOf(page: Document): Map<string, string> {
  const looks = new Map<string, string>();
  page.querySelectorAll(".portico-card, .portico, .portico *").forEach((element, index) => {
    const name = `${index} ${element.tagName.toLowerCase()}.${element.getAttribute("class") ?? ""}`;
    for (const pseudo of element.matches("input") ? ["", "::placeholder"] : [""]) {
      const style = page.defaultView?.getComputedStyle(element, pseudo || null);
      for (const property of element.matches(".portico-card, svg, svg *") ? ofABox : ofTheForm)
        looks.set(`${name}${pseudo} ${property}`, style?.getPropertyValue(property) ?? "");
    }
  });
  return looks;
}

const references = new Map<string, ReturnType<typeof looksOf>>();

/** The looks of a page without other sheets. Sizes are in `rem`, which a page may choose. */
function reference(html: string, rem: string): ReturnType<typeof looksOf> {
  const key = `${rem} ${html}`;
  const kept = references.get(key);
  if (kept) return kept;
  const page = pageOf([`html { font-size: ${rem} }`, styles], html);
  const looks = looksOf(page);
  close(page);
  references.set(key, looks);
  return looks;
}

function differences(sheets: readonly string[], html: string): string[] {
  const page = pageOf(sheets, html);
  const found = looksOf(page);
  const wanted = reference(html, getComputedStyle(page.documentElement).fontSize);
  close(page);
  expect(wanted.size).toBeGreaterThan(1_000);
  return [...wanted]
    .filter(([name, value]) => found.get(name) !== value)
    .map(([name, value]) => `${name}: ${value} -> ${found.get(name)}`);
}

describe.each(templates)("under the style sheet of $name", ({ css }) => {
  test.each(schemes)("the form looks as on a plain page, in a %s scheme", async (scheme) => {
    await commands.emulate({ colorScheme: scheme });
    const html = await markup(scheme === "dark" ? "dark" : "default");
    expect(differences([styles, css], html)).toEqual([]);
    expect(differences([css, styles], html)).toEqual([]);
  });
});

describe("a link and a button of the form under the pointer", () => {
  test.each(["create-vite 7", "TanStack Start"])("look as on a plain page, by %s", async (name) => {
    const screen = await render(<Form />);
    const hovered = async () => {
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
    const still = `* { transition: none !important }`;
    const plain = [styleOf(document, still), styleOf(document, styles)];
    document.head.append(...plain);
    const wanted = await hovered();
    const css = templates.find((template) => template.name === name)?.css ?? "";
    const sheet = styleOf(document, css);
    document.head.append(sheet);
    expect(await hovered()).toEqual(wanted);
    for (const style of [...plain, sheet]) style.remove();
  });
});

const red = "rgb(255, 0, 0)";
const utilities = `@layer utilities { .bg-red { background-color: ${red} } .p-9 { padding: 36px } .no-underline { text-decoration-line: none } }`;
const classes = `.bg-red { background-color: ${red} } .p-9 { padding: 36px } .no-underline { text-decoration-line: none }`;
const named = `.supabase-auth-ui_ui-button { background-color: ${red} } .supabase-auth-ui_ui-input { padding: 36px } .supabase-auth-ui_ui-anchor { text-decoration-line: none }`;

describe.each([
  ["utilities of Tailwind CSS 4", tailwind4 + utilities],
  ["classes outside layers", classes],
  ["classes under a reset", `* { padding: 0 } a { color: inherit } ${classes}`],
  ["classes in the layer of components", `@layer components { ${classes} }`],
  ["rules that name the form's public classes", named],
])("%s", (_, css) => {
  test.each([
    ["before", [css, styles]],
    ["after", [styles, css]],
  ])("win over the form's own rules, imported %s ours", async (_, sheets) => {
    const appearance = { button: "bg-red", input: "p-9", anchor: "no-underline" };
    const page = pageOf(sheets, await markup("default", css === named ? {} : appearance));
    const look = (selector: string) => {
      const element = page.querySelector(selector);
      if (!element) throw new Error(`There is no ${selector}.`);
      return page.defaultView?.getComputedStyle(element);
    };
    expect(look("[type=submit]")?.backgroundColor).toBe(red);
    expect(look("[type=email]")?.paddingTop).toBe("36px");
    expect(look(".portico-anchor")?.textDecorationLine).toBe("none");
    // What the application does not name is the form's.
    expect(look("[type=submit]")?.borderTopLeftRadius).toBe("8px");
    close(page);
  });
});

test("a card stands in the middle of a page whose margins a reset took", async () => {
  const page = pageOf([styles, "* { margin: 0 }"], await markup("default"));
  const card = page.querySelector(".portico-card")?.getBoundingClientRect();
  expect(card?.left).toBeGreaterThan(400);
  expect(card?.left).toBe(page.documentElement.clientWidth - (card?.right ?? 0));
  close(page);
});

test("a style attribute of the application wins over the form's own rules and over a reset", async () => {
  const html = await markup("default", {}, { button: { backgroundColor: red } });
  const page = pageOf([styles, "* { margin: 0; padding: 0 }"], html);
  const button = page.querySelector("[type=submit]");
  expect(button && page.defaultView?.getComputedStyle(button).backgroundColor).toBe(red);
  close(page);
});

test("what an application puts into the form keeps the application's own look", async () => {
  const html = await markup("default");
  const page = pageOf([styles, `em { color: ${red} }`], html.replace("accept", "<em>accept</em>"));
  const own = page.querySelector("em");
  expect(own && page.defaultView?.getComputedStyle(own).color).toBe(red);
  close(page);
});
