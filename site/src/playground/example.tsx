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
import { type Loaded, localizationOf } from "./localization.ts";
import { takes, viewOf } from "./parts.ts";
import { listOf } from "./plugins.ts";
import { isOn, pairsOf, type State, severalOf, valueFor } from "./state.ts";

/** A prop's value and its code. */
export interface Prop {
  readonly name: string;
  readonly value: unknown;
  /** The code after its name, written by `literal`: the value, or an expression for it. */
  readonly code: unknown;
}

/** The form for the current state: its props, and the code around it. */
export interface Example {
  /** `Auth`, or one of its statics. */
  readonly part: string;
  readonly props: readonly Prop[];
  readonly children: readonly { readonly value: ReactNode; readonly code: string }[];
  /**
   * The imported names of each module. A name that begins with `default ` is the default export.
   */
  readonly imports: ReadonlyMap<string, readonly string[]>;
  /** Statements above the component. */
  readonly above: readonly string[];
}

/**
 * Creates the form for the current state.
 *
 * @param onCall called with the name and the argument of each callback that the form calls
 */
export function exampleOf(
  state: State,
  loaded: Loaded = {},
  onCall: (name: string, argument: unknown) => void = () => {},
): Example {
  const imports = new Map<string, string[]>();
  const above: string[] = [];
  const props: Prop[] = [];
  const part = valueFor(state, "part");
  const view = viewOf(state);
  const uses = (module: string, ...names: string[]) =>
    imports.set(module, [...new Set([...(imports.get(module) ?? []), ...names])]);
  const give = (name: string, value: unknown, code = value) => {
    if (takes(state, name)) props.push({ name, value, code });
  };
  const list = takes(state, "plugins") ? listOf(state, uses) : undefined;
  const asks = takes(state, "settings") && valueFor(state, "settings") === "auto";
  uses(list || asks ? "@portico/react/plugins" : "@portico/react", "Auth");

  // Props for the views.
  if (state["view"]) give("view", state["view"]);
  for (const name of ["showHeading", "showLinks", "autoFocus"])
    if (state[name]) give(name, state[name] === "true");
  for (const name of [
    "signUp",
    "magicLink",
    "onlyThirdPartyProviders",
    "dark",
    "socialColors",
    "shouldCreateUser",
    "passwordLimit",
  ])
    if (state[name]) give(name, state[name] === "true");

  // Props for the appearance.
  if (state["theme"]) give("theme", state["theme"]);
  const look = appearanceOf(state);
  if (look.theme) uses("@portico/react", look.theme);
  if (Object.keys(look.value).length > 0 && takes(state, "appearance"))
    give("appearance", look.value, {
      ...(look.theme && { theme: new Code(look.theme) }),
      ...look.rest,
    });

  // Props for the language.
  const localization = localizationOf(state, loaded, Boolean(list));
  if (localization) {
    for (const [module, name] of localization.imports) uses(module, `default ${name}`);
    give("localization", localization.value, localization.code);
  }

  // Props for social login.
  if (state["providers"] !== undefined) {
    const chosen = severalOf(state, "providers").map((provider) =>
      provider === "custom:acme" ? { provider, name: "Acme" } : provider,
    );
    give("providers", chosen);
  }
  if (state["socialLayout"]) give("socialLayout", state["socialLayout"]);
  for (const name of ["providerScopes", "queryParams", "additionalData"]) {
    const isNamed = ([key]: [string, string]) =>
      name === "providerScopes" ? isProvider(key) : key !== "";
    const pairs = pairsOf(state, name).filter(isNamed);
    if (pairs[0]) give(name, Object.fromEntries(pairs));
  }

  // Props for requests.
  const redirects = pairsOf(state, "redirectTo");
  const everywhere = redirects.find(([from]) => !/^(social|[a-z]+_[a-z]+)$/.test(from));
  if (everywhere) give("redirectTo", everywhere.join("=").replace(/^=/, ""));
  else if (redirects[0]) give("redirectTo", Object.fromEntries(redirects));
  if (state["otpType"]) give("otpType", state["otpType"]);
  if (state["captchaToken"]) give("captchaToken", state["captchaToken"]);

  // Props for the application's own parts.
  if (state["slots"] && takes(state, "slots")) {
    const words = state["slots"];
    give("slots", { [view]: <p>{words}</p> }, { [view]: new Code(`<p>${jsxText(words)}</p>`) });
  }
  if (isOn(state, "components") && takes(state, "components")) {
    uses("react", "type ComponentProps");
    above.push(pillButton);
    give("components", { button: PillButton }, { button: new Code("PillButton") });
  }
  const reporter = (name: string) => (argument: unknown) => onCall(name, argument);
  if (isOn(state, "onSuccess"))
    give("onSuccess", reporter("onSuccess"), new Code("(success) => console.log(success)"));
  if (isOn(state, "onError"))
    give("onError", reporter("onError"), new Code("(failure) => console.log(failure)"));
  const change = valueFor(state, "onBeforeViewChange");
  if (change === "tell")
    give(
      "onBeforeViewChange",
      reporter("onBeforeViewChange"),
      new Code("(view) => console.log(view)"),
    );
  if (change === "stay")
    give(
      "onBeforeViewChange",
      (next: unknown) => {
        onCall("onBeforeViewChange", next);
        return false;
      },
      new Code("() => false"),
    );

  // Props for plugins.
  if (list) {
    above.push(list.above);
    give("plugins", list.value, new Code("plugins"));
  }
  if (asks) give("settings", "auto");

  const children = takes(state, "children") ? childrenOf(state) : [];
  if (children[0])
    uses(
      "@portico/react",
      ...severalOf(state, "children").map((name) =>
        name === "terms" ? "TermsCheckbox" : "SignUpField",
      ),
    );
  return { part: part ? `Auth.${part}` : "Auth", props, children, imports, above };
}

/** The props that the form receives. */
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
  const rest = {
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
    rest,
    value: { ...(theme && { theme: themes[theme] }), ...rest } as NonNullable<
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
  return severalOf(state, "children").map((name) => fields[name as keyof typeof fields]);
}

function PillButton(props: ComponentProps<"button">) {
  return <button {...props} style={{ ...props.style, borderRadius: 99 }} />;
}
const pillButton = `function PillButton(props: ComponentProps<"button">) {
  return <button {...props} style={{ ...props.style, borderRadius: 99 }} />;
}`;

/** Returns words as the content of a JSX element. */
export function jsxText(words: string): string {
  return /[{}<>&]|^\s|\s$/.test(words) ? `{${JSON.stringify(words)}}` : words;
}
