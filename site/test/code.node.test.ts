/** Tests the code beside the form: it must compile, and the URL must restore the state. */
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createElement } from "react";
import { describe, expect, inject, test } from "vitest";
import { repositoryFolder } from "../src/documents/documents.ts";
import { generateCode } from "../src/playground/code.ts";
import { createExample, propsOf } from "../src/playground/example.tsx";
import { tokensOf } from "../src/playground/highlight.ts";
import { choiceValue, type Option, options } from "../src/playground/options.ts";
import { formatState, parseState, type State, withValue } from "../src/playground/state.ts";

const code = (state: State) => generateCode(state, createExample(state));

/** Returns values that a control accepts, except its default. */
function valuesOf({ key, control }: Option): string[] {
  switch (control.kind) {
    case "toggle":
      return [String(!control.initial)];
    case "choice":
      return control.choices.slice(1).map(choiceValue);
    case "several": {
      const allValues = control.choices.map(choiceValue);
      return [
        ...allValues.filter((value) => value !== control.initial.join()),
        allValues.join(","),
        ...(control.initial[0] ? [""] : []),
      ];
    }
    case "text": {
      const specialTexts = ['a "quoted" {word} <b>', "two\nlines", "back\\slash & more"];
      const lines = control.form === "pairs" ? [`${control.example}\nb.c=d`] : [];
      return [
        control.example,
        ...lines,
        ...(control.form === "number" ? [] : specialTexts),
        ...(key === "redirectTo" ? ["sign_up=https://a.example/"] : []),
      ];
    }
  }
}

const singleChanges: State[] = options.flatMap((option) =>
  valuesOf(option).map((value) => withValue({}, option.key, value)),
);
/** States in which every control is changed, for each component and each layout. */
const allChanged = options.reduce<State>(
  (state, option) => withValue(state, option.key, valuesOf(option).at(-1) ?? ""),
  {},
);
const parts = options.find(({ key }) => key === "part")?.control;
const combinedStates = (parts?.kind === "choice" ? parts.choices.map(choiceValue) : []).flatMap(
  (part) => {
    const state = withValue(allChanged, "part", part);
    return [
      state,
      withValue(state, "page", ""),
      withValue(state, "plugins", ""),
      withValue(state, "locale", "pt-BR"),
    ];
  },
);

test("an address keeps every state and omits defaults", () => {
  expect(formatState({})).toBe("");
  for (const state of [...singleChanges, ...combinedStates])
    expect(parseState(formatState(state))).toEqual(state);
});

test("an address cannot set what no control has", () => {
  const search =
    "?view=admin&dark=maybe&codeLength=x&providers=github,evil&onSuccess=alert(1)&else=1";
  expect(parseState(search)).toEqual({});
});

test("a state without settings is the form of the quick start", () => {
  expect(code({})).toContain("<Auth supabaseClient={supabase} />");
  expect(propsOf(createExample({}))).toEqual({});
});

test("the preview and the code show the same props", () => {
  for (const state of singleChanges) {
    const example = createExample(state);
    const text = generateCode(state, example);
    for (const name of Object.keys(propsOf(example)))
      expect(text).toMatch(new RegExp(`\\b${name}\\b`));
  }
});

test("the colors of the code leave its text unchanged", () => {
  for (const state of [...singleChanges, ...combinedStates]) {
    const text = code(state);
    expect(
      tokensOf(text)
        .map((token) => token.text)
        .join(""),
    ).toBe(text);
  }
});

test("the code is colored by keywords, strings, tags and comments", () => {
  const colored = tokensOf('// Why\nimport x from "y"; <Auth dark />').filter(
    ({ kind }) => kind !== "plain",
  );
  expect(colored.map(({ kind, text }) => `${kind} ${text}`)).toEqual([
    "comment // Why",
    "keyword import",
    "keyword from",
    'string "y"',
    "tag Auth",
  ]);
});

test("plugins stay the same while another control changes", () => {
  const state = { plugins: "offlineNotice,phone" };
  const previousPlugins = propsOf(createExample(state)).plugins;
  expect(previousPlugins).toHaveLength(2);
  expect(propsOf(createExample({ ...state, dark: "true" })).plugins).toBe(previousPlugins);
  expect(propsOf(createExample({ ...state, codeLength: "6" })).plugins).not.toBe(previousPlugins);
});

describe("the code of the playground", () => {
  const { home } = inject("packed");
  const folder = join(home, "playground");

  test("the code of the playground compiles in every state, strictly", () => {
    mkdirSync(folder, { recursive: true });
    for (const [index, state] of [{}, ...singleChanges, ...combinedStates].entries())
      writeFileSync(join(folder, `state-${index}.tsx`), `// ${formatState(state)}\n${code(state)}`);
    const compilerOptions = {
      target: "es2024",
      module: "esnext",
      moduleResolution: "bundler",
      jsx: "react-jsx",
      strict: true,
      noUncheckedIndexedAccess: true,
      noEmit: true,
      skipLibCheck: true,
      noUnusedLocals: true,
      types: [],
      lib: ["es2024", "dom", "dom.iterable"],
    };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions }));
    const tsc = join(repositoryFolder, "node_modules/typescript/bin/tsc");
    const { stdout } = spawnSync(process.execPath, [tsc, "--pretty", "false"], {
      cwd: folder,
      encoding: "utf8",
    });
    expect(stdout).toBe("");
    expect(singleChanges.length).toBeGreaterThan(200);
  });
});

test("custom words reach the form as they are typed", () => {
  const state = { words: "sign_in.heading=Come in", slots: 'a "b"' };
  const { localization, slots } = propsOf(createExample(state));
  expect(localization?.variables?.sign_in?.heading).toBe("Come in");
  expect(slots?.sign_in).toEqual(createElement("p", null, 'a "b"'));
});
