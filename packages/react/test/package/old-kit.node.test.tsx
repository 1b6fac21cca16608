import { createRequire } from "node:module";
import * as oldReact from "@supabase/auth-ui-react";
import * as old from "@supabase/auth-ui-shared";
import { createClient } from "@supabase/supabase-js";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import * as kit from "../../src/index.ts";
import { customProperties } from "../../src/theme/custom-properties.ts";

/*
 * Compares the kit with the archived packages from npm: all names and values on which an application, its style sheet
 * or its tests can depend.
 */

const client = createClient("http://127.0.0.1:9", "key", {
  auth: { persistSession: false, autoRefreshToken: false },
});

/** The archived kit must be rendered by its own copy of React. */
const archivedRequire = createRequire(
  createRequire(import.meta.url).resolve("@supabase/auth-ui-react"),
);
const archivedReact = archivedRequire("react");
const archivedServer = archivedRequire("react-dom/server");

test("the package exports every name of the archived packages", () => {
  expect(Object.keys(kit)).toEqual(
    expect.arrayContaining([...Object.keys(oldReact), ...Object.keys(old)]),
  );
  expect(Object.keys(kit.Auth)).toEqual(expect.arrayContaining(Object.keys(oldReact.Auth)));
});

test.each([
  ["VIEWS", kit.VIEWS, old.VIEWS],
  ["PREPENDED_CLASS_NAMES", kit.PREPENDED_CLASS_NAMES, old.PREPENDED_CLASS_NAMES],
  ["CLASS_NAMES", kit.CLASS_NAMES, old.CLASS_NAMES],
  ["SocialLayouts", kit.SocialLayouts, { ...old.SocialLayouts }],
])("the export %s equals that of the archived packages", (_, value, archivedValue) =>
  expect(value).toEqual(archivedValue),
);

describe("the archived texts", () => {
  /** The English texts that differ from the archived ones, with reasons. */
  const differingTexts = new Set([
    // The archived texts "token", "Otp token" and "Signing in ..." do not fit a code.
    "verify_otp.token_input_label",
    "verify_otp.token_input_placeholder",
    "verify_otp.button_label",
    "verify_otp.loading_button_label",
  ]);

  const keys = Object.entries(old.en).flatMap(([section, texts]) =>
    Object.entries({ ...texts }).map(([key, text]) => [section, key, String(text)] as const),
  );

  test("the archived packages have many texts", () => expect(keys.length).toBeGreaterThan(40));

  test.each(keys)("the text %s.%s equals the archived one", (section, key, text) => {
    const ownText: unknown = Reflect.get(Object(Reflect.get(kit.en, section)), key);
    if (differingTexts.has(`${section}.${key}`)) expect(ownText).toEqual(expect.any(String));
    else expect(ownText).toBe(text);
  });
});

test.each([
  ["ThemeSupa", kit.ThemeSupa, old.ThemeSupa],
  ["ThemeMinimal", kit.ThemeMinimal, old.ThemeMinimal],
])("the theme %s has every variable of the archived one", (_, theme, archivedTheme) => {
  const names = (variables: { default: object; dark?: object }) => ({
    default: customProperties(variables.default).map(([name]) => name),
    dark: customProperties({ ...variables.dark }).map(([name]) => name),
  });
  const [ownNames, archivedNames] = [names(theme), names(archivedTheme)];
  expect(ownNames.default).toEqual(expect.arrayContaining(archivedNames.default));
  // A variable that the kit's dark theme does not set has its default value, as in the archived kit.
  expect([...ownNames.dark, ...ownNames.default]).toEqual(
    expect.arrayContaining(archivedNames.dark),
  );
});

test.each([
  ["button", "c-x", undefined],
  ["button", "c-x", { className: { button: "mine" } }],
  ["anchor", "c-x", { prependedClassName: "acme", className: { anchor: "mine" } }],
  ["input", "c-x", { extend: false }],
  ["input", "c-x", { extend: false, className: { input: "mine" } }],
] as const)(
  "generateClassNames(%j, %j, %j) returns what the archived function returns",
  (name, styles, appearance) => {
    const expected = old.generateClassNames(name, styles, appearance);
    expect(kit.generateClassNames(name, styles, appearance)).toEqual(expected);
  },
);

test("template replaces what the archived function replaces", () => {
  const [text, values] = ["{{a}} and {{b}} and {{a}}", { a: "1", b: "2" }] as const;
  expect(kit.template(text, values)).toBe(old.template(text, values));
});

describe.each(Object.values(kit.VIEWS))("the archived texts of %s", (view) => {
  const props = { supabaseClient: client, view, appearance: { theme: kit.ThemeSupa } };
  const archivedHtml = archivedServer.renderToStaticMarkup(
    archivedReact.createElement(oldReact.Auth, props),
  );
  const ownHtml = renderToStaticMarkup(<kit.Auth {...props} />);

  test(`the providers of ${view} are the archived kit's, in its order`, () => {
    const providerTexts = (html: string) =>
      [...html.matchAll(/>(Sign in with [^<]*)</g)].map(([, text = ""]) => text.toLowerCase());
    expect(providerTexts(ownHtml)).toEqual(providerTexts(archivedHtml));
  });

  test(`the view ${view} has the archived kit's links and their texts`, () => {
    const linkTexts = (html: string) =>
      [...html.matchAll(/<a[^>]*>([^<]*)</g)].map(([, text]) => text);
    // The archived verify view had no link to another view.
    const addedLinks = view === "verify_otp" ? ["Already have an account? Sign in"] : [];
    expect(linkTexts(ownHtml).toSorted()).toEqual(
      [...linkTexts(archivedHtml), ...addedLinks].toSorted(),
    );
  });

  test(`the view ${view} has the archived kit's button and its text`, () => {
    const buttonText = (html: string) => / type="submit"[^>]*>(?:<[^>]*>)*([^<]*)</.exec(html)?.[1];
    expect(buttonText(ownHtml)).toBe(
      view === "verify_otp" ? "Verify code" : buttonText(archivedHtml),
    );
  });
});

describe.each(Object.values(kit.VIEWS))("the markup of %s", (view) => {
  const props = { supabaseClient: client, view, magicLink: true, providers: ["github" as const] };
  const archivedNames = selectableNames(
    archivedServer.renderToStaticMarkup(archivedReact.createElement(oldReact.Auth, props)),
  );
  const ownNames = selectableNames(renderToStaticMarkup(<kit.Auth {...props} />));

  test(`the view ${view} has the archived kit's class names`, () => {
    expect(archivedNames.classes.length).toBeGreaterThan(2);
    expect(ownNames.classes).toEqual(expect.arrayContaining(archivedNames.classes));
  });

  test(`the view ${view} has the archived kit's form ids`, () => {
    // In the archived kit, the form of verify_otp had the id auth-magic-link too.
    const ids = view === "verify_otp" ? ["auth-verify-otp"] : archivedNames.ids;
    expect(ownNames.ids).toEqual(expect.arrayContaining(ids));
  });

  test(`the view ${view} has the archived kit's fields by name and type`, () => {
    expect(ownNames.fields).toEqual(expect.arrayContaining(archivedNames.fields));
  });
});

/** Returns the names with which style sheets and tests select elements: public classes, form ids and field names. */
function selectableNames(html: string) {
  const matches = (pattern: RegExp) => [...html.matchAll(pattern)].map(([, group = ""]) => group);
  const tags = matches(/<input([^>]*)>/g);
  return {
    classes: matches(/class="([^"]*)"/g)
      .flatMap((names) => names.split(" "))
      .filter((name) => name.startsWith(kit.PREPENDED_CLASS_NAMES)),
    ids: matches(/<form[^>]* id="([^"]*)"/g),
    fields: tags.map((tag) => /name="([^"]*)"/.exec(tag)?.[1]),
  };
}
