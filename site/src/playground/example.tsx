import {
  type AuthProps as FormProps,
  SignUpField,
  TermsCheckbox,
  type Theme,
  ThemeMinimal,
  ThemeSupa,
} from "@portico/react";
import type { AuthProps } from "@portico/react/plugins";
import type { ComponentProps, ReactNode } from "react";
import { providers, themeVariables } from "./lists.ts";
import { Code } from "./literal.ts";
import { type LoadedTexts, localizationOf } from "./localization.ts";
import { acceptsOption, viewOf } from "./parts.ts";
import { createPluginList } from "./plugins.ts";
import { isOn, pairsOf, type State, valueFor, valuesFor } from "./state.ts";

/** A prop with its value and its code. */
export interface Prop {
  readonly name: string;
  readonly value: unknown;
  /** The code after the prop's name, formatted by `formatLiteral`: the value, or an expression for it. */
  readonly code: unknown;
}

/** The form for the current state: its props, and the code around it. */
export interface Example {
  /** `Auth`, or one of its static members. */
  readonly part: string;
  readonly props: readonly Prop[];
  readonly children: readonly { readonly value: ReactNode; readonly code: string }[];
  /**
   * The imported names of each module. A name that begins with `default ` is the default export.
   */
  readonly imports: ReadonlyMap<string, readonly string[]>;
  /** Statements above the component. */
  readonly statements: readonly string[];
}

/**
 * Creates the form for the current state.
 *
 * @param onCall called with the name and the argument whenever the form calls a callback
 */
export function createExample(
  state: State,
  loadedTexts: LoadedTexts = {},
  onCall: (name: string, argument: unknown) => void = () => {},
): Example {
  const imports = new Map<string, string[]>();
  const statements: string[] = [];
  const props: Prop[] = [];
  const part = valueFor(state, "part");
  const view = viewOf(state);
  const addImport = (module: string, ...names: string[]) =>
    imports.set(module, [...new Set([...(imports.get(module) ?? []), ...names])]);
  const addProp = (name: string, value: unknown, code = value) => {
    if (acceptsOption(state, name)) props.push({ name, value, code });
  };
  const pluginList = acceptsOption(state, "plugins")
    ? createPluginList(state, addImport)
    : undefined;
  const usesServerSettings =
    acceptsOption(state, "settings") && valueFor(state, "settings") === "auto";
  addImport(pluginList || usesServerSettings ? "@portico/react/plugins" : "@portico/react", "Auth");

  // Props for the views.
  if (state["view"]) addProp("view", state["view"]);
  for (const name of ["showHeading", "showLinks", "autoFocus"])
    if (state[name]) addProp(name, state[name] === "true");
  for (const name of [
    "signUp",
    "magicLink",
    "onlyThirdPartyProviders",
    "dark",
    "socialColors",
    "shouldCreateUser",
    "passwordLimit",
  ])
    if (state[name]) addProp(name, state[name] === "true");

  // Props for the appearance.
  if (state["theme"]) addProp("theme", state["theme"]);
  const appearance = appearanceOf(state);
  if (appearance.theme) addImport("@portico/react", appearance.theme);
  if (Object.keys(appearance.value).length > 0 && acceptsOption(state, "appearance"))
    addProp("appearance", appearance.value, {
      ...(appearance.theme && { theme: new Code(appearance.theme) }),
      ...appearance.otherOptions,
    });

  // Props for the language.
  const localization = localizationOf(state, loadedTexts, Boolean(pluginList));
  if (localization) {
    for (const [module, name] of localization.imports) addImport(module, `default ${name}`);
    addProp("localization", localization.value, localization.code);
  }

  // Props for social login.
  if (state["providers"] !== undefined) {
    const selectedProviders = valuesFor(state, "providers").map((provider) =>
      provider === "custom:acme" ? { provider, name: "Acme" } : provider,
    );
    addProp("providers", selectedProviders);
  }
  if (state["socialLayout"]) addProp("socialLayout", state["socialLayout"]);
  for (const name of ["providerScopes", "queryParams", "additionalData"]) {
    const isNamed = ([key]: [string, string]) =>
      name === "providerScopes" ? isProvider(key) : key !== "";
    const pairs = pairsOf(state, name).filter(isNamed);
    if (pairs[0]) addProp(name, Object.fromEntries(pairs));
  }

  // Props for requests.
  const redirects = pairsOf(state, "redirectTo");
  const redirectForAll = redirects.find(([from]) => !/^(social|[a-z]+_[a-z]+)$/.test(from));
  if (redirectForAll) addProp("redirectTo", redirectForAll.join("=").replace(/^=/, ""));
  else if (redirects[0]) addProp("redirectTo", Object.fromEntries(redirects));
  if (state["otpType"]) addProp("otpType", state["otpType"]);
  if (state["captchaToken"]) addProp("captchaToken", state["captchaToken"]);

  // Props for custom parts.
  if (state["slots"] && acceptsOption(state, "slots")) {
    const text = state["slots"];
    addProp("slots", { [view]: <p>{text}</p> }, { [view]: new Code(`<p>${jsxText(text)}</p>`) });
  }
  if (isOn(state, "components") && acceptsOption(state, "components")) {
    addImport("react", "type ComponentProps");
    statements.push(pillButton);
    addProp("components", { button: PillButton }, { button: new Code("PillButton") });
  }
  const reporter = (name: string) => (argument: unknown) => onCall(name, argument);
  if (isOn(state, "onSuccess"))
    addProp("onSuccess", reporter("onSuccess"), new Code("(success) => console.log(success)"));
  if (isOn(state, "onError"))
    addProp("onError", reporter("onError"), new Code("(failure) => console.log(failure)"));
  const viewChangeMode = valueFor(state, "onBeforeViewChange");
  if (viewChangeMode === "tell")
    addProp(
      "onBeforeViewChange",
      reporter("onBeforeViewChange"),
      new Code("(view) => console.log(view)"),
    );
  if (viewChangeMode === "stay")
    addProp(
      "onBeforeViewChange",
      (nextView: unknown) => {
        onCall("onBeforeViewChange", nextView);
        return false;
      },
      new Code("() => false"),
    );

  // Props for plugins.
  if (pluginList) {
    statements.push(pluginList.statements);
    addProp("plugins", pluginList.value, new Code("plugins"));
  }
  if (usesServerSettings) addProp("settings", "auto");

  const children = acceptsOption(state, "children") ? childrenOf(state) : [];
  if (children[0])
    addImport(
      "@portico/react",
      ...valuesFor(state, "children").map((name) =>
        name === "terms" ? "TermsCheckbox" : "SignUpField",
      ),
    );
  return { part: part ? `Auth.${part}` : "Auth", props, children, imports, statements };
}

/** Returns the props that the form receives. */
export function propsOf({ props }: Example): Omit<AuthProps, "supabaseClient"> {
  return Object.fromEntries(props.map(({ name, value }) => [name, value]));
}

const isProvider = (name: string) =>
  providers.some((provider) => provider === name) || /^custom:./.test(name);

function appearanceOf(state: State) {
  const themes: Readonly<Record<string, Theme>> = { ThemeSupa, ThemeMinimal };
  const theme = state["look"];
  const variables: Record<string, Record<string, string>> = {};
  for (const [group, name] of themeVariables) {
    const value = state[`v.${name}`];
    if (value) variables[group] = { ...variables[group], [name]: value };
  }
  const style: Record<string, Record<string, string>> = {};
  for (const [path, value] of pairsOf(state, "style")) {
    const [element = "", property] = path.split(".");
    if (property) style[element] = { ...style[element], [property]: value };
  }
  const classes = pairsOf(state, "className").filter(([element]) => elements.includes(element));
  const otherOptions = {
    ...(Object.keys(variables)[0] && { variables: { default: variables } }),
    ...(state["extend"] && { extend: false }),
    ...(state["prefix"] && { prependedClassName: state["prefix"] }),
    ...(classes[0] && { className: Object.fromEntries(classes) }),
    ...(Object.keys(style).some((name) => elements.includes(name)) && {
      style: Object.fromEntries(Object.entries(style).filter(([name]) => elements.includes(name))),
    }),
  };
  return {
    theme,
    otherOptions,
    value: { ...(theme && { theme: themes[theme] }), ...otherOptions } as NonNullable<
      FormProps["appearance"]
    >,
  };
}

/** The names in `appearance.className` and `appearance.style`. */
export const elements = [
  "anchor",
  "button",
  "container",
  "divider",
  "heading",
  "input",
  "label",
  "loader",
  "message",
];

function childrenOf(state: State): Example["children"] {
  const fields = {
    name: {
      value: <SignUpField key="name" name="full_name" label="Full name" autoComplete="name" />,
      code: `<SignUpField name="full_name" label="Full name" autoComplete="name" />`,
    },
    terms: {
      value: (
        <TermsCheckbox key="terms" error="Please accept the terms.">
          I accept the terms.
        </TermsCheckbox>
      ),
      code: `<TermsCheckbox error="Please accept the terms.">I accept the terms.</TermsCheckbox>`,
    },
  };
  return valuesFor(state, "children").map((name) => fields[name as keyof typeof fields]);
}

function PillButton(props: ComponentProps<"button">) {
  return <button {...props} style={{ ...props.style, borderRadius: 99 }} />;
}
const pillButton = `function PillButton(props: ComponentProps<"button">) {
  return <button {...props} style={{ ...props.style, borderRadius: 99 }} />;
}`;

/** Returns text as the content of a JSX element. */
export function jsxText(text: string): string {
  return /[{}<>&]|^\s|\s$/.test(text) ? `{${JSON.stringify(text)}}` : text;
}
