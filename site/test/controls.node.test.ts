/** Tests that the playground has a control for every option in the documentation. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Auth, VIEWS } from "@portico/react";
import * as plugins from "@portico/react/plugins";
import { expect, test } from "vitest";
import { repositoryFolder } from "../src/documents/documents.ts";
import { createExample, elements } from "../src/playground/example.tsx";
import { locales, providers, themeVariables } from "../src/playground/lists.ts";
import { choiceValue, options } from "../src/playground/options.ts";
import { hasEffect } from "../src/playground/parts.ts";
import { withValue } from "../src/playground/state.ts";

const readPage = (name: string) =>
  readFileSync(join(repositoryFolder, "packages/react/docs", `${name}.md`), "utf8");

/** Returns the names in the first column of a generated table. */
function tableOf(name: string, type: string): string[] {
  const [, table = ""] =
    new RegExp(`<!-- table: [\\w-]+:\\S+#${type} -->([\\s\\S]*?)<!-- end -->`).exec(
      readPage(name),
    ) ?? [];
  const names = [...table.matchAll(/^\| `(\w+)`/gm)].map(([, prop = ""]) => prop);
  expect(names.length).toBeGreaterThan(0);
  return names;
}

const controlledProps = new Set(options.flatMap(({ sets }) => [sets, sets.split(".")[0]]));
const choices = (key: string): string[] => {
  const control = options.find((option) => option.key === key)?.control;
  return control && "choices" in control ? control.choices.map(choiceValue) : [];
};

test("each prop of Auth has a control", () => {
  const ownProps =
    /own-props:\S+#AuthProps -->([\s\S]*?)<!-- end -->/.exec(readPage("props"))?.[1] ?? "";
  const pluginProps = [...ownProps.matchAll(/^\| `(\w+)`/gm)].map(([, prop = ""]) => prop);
  expect(pluginProps).toContain("plugins");
  const props = [...tableOf("props", "AuthProps"), ...pluginProps];
  expect(props.filter((prop) => !controlledProps.has(prop))).toEqual([]);
});

test("each part of `appearance` has a control", () => {
  const parts = tableOf("props", "Appearance").map((part) => `appearance.${part}`);
  const controlledParts = [...controlledProps].map((name) =>
    name?.replace(/^(appearance\.\w+)\..*/, "$1"),
  );
  expect(parts.filter((part) => !controlledParts.includes(part))).toEqual([]);
});

test("each variable of a theme has a control, with the value of Portico's own look as its example", () => {
  const rows = readPage("theming").matchAll(/^\| `--[\w-]+` \| `(\w+)` \| `([^`]*)` \|/gm);
  const documented = [...rows].map(([, name = "", value = ""]) => `${name} ${value}`);
  const playgroundVariables = themeVariables.map(([, name, example]) => `${name} ${example}`);
  expect(playgroundVariables.toSorted()).toEqual(documented.toSorted());
});

test("each language can be chosen", () => {
  const rows = readPage("localization").matchAll(
    /^\| ([^|]+?) \| `@portico\/react\/locales\/([\w-]+)`/gm,
  );
  const documented = [...rows].map(([, name = "", module = ""]) => [module, name]);
  expect(documented.length).toBeGreaterThan(20);
  expect(locales).toEqual(documented);
});

test("each view can be chosen", () => {
  expect(choices("view").toSorted()).toEqual(Object.values(VIEWS).toSorted());
});

test("each static of Auth can be chosen", () => {
  const otherExports = ["UserContextProvider", "useUser"];
  const parts = Object.keys(Auth).filter((name) => !otherExports.includes(name));
  expect(choices("part").filter(Boolean).toSorted()).toEqual(parts.toSorted());
});

test("each provider can be chosen", () => {
  const list = /`providers` takes the keys of Supabase Auth: (.*?), and `custom/.exec(
    readPage("props"),
  )?.[1];
  const documented = [...(list ?? "").matchAll(/`(\w+)`/g)].map(([, name = ""]) => name);
  expect([...providers].toSorted()).toEqual(documented.toSorted());
});

test("each plugin can be chosen", () => {
  const rows = readPage("plugins").matchAll(/^\| \[`(\w+)`\]/gm);
  const documented = [...rows].map(([, name = ""]) => name);
  expect(choices("plugins").toSorted()).toEqual(documented.toSorted());
  expect(documented.filter((name) => !(name in plugins))).toEqual([]);
});

test("a plugin's option has an effect only with that plugin", () => {
  const pluginOptions = options.filter((option) => option.plugins);
  expect(pluginOptions.length).toBeGreaterThan(3);
  for (const option of pluginOptions) {
    expect(hasEffect({}, option)).toBe(false);
    for (const name of option.plugins ?? []) {
      const value = option.control.kind === "text" ? option.control.example : "hcaptcha";
      const state = withValue(
        { plugins: name },
        option.key,
        option.control.kind === "toggle" ? "false" : value,
      );
      expect(hasEffect(state, option)).toBe(true);
      expect(createExample(state).statements).not.toEqual(
        createExample({ plugins: name }).statements,
      );
    }
  }
});

test("each element can be named in appearance", () => {
  const rows = readPage("theming").matchAll(/^\| `(\w+)` \| `supabase-auth-ui_ui-/gm);
  expect(elements).toEqual([...rows].map(([, name = ""]) => name));
});

test("two controls never have the same name in the address", () => {
  const keys = options.map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
});
