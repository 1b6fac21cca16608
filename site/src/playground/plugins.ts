import {
  type AuthPlugin,
  anonymousSignIn,
  captcha,
  checkEmailScreen,
  emailSuggestion,
  errorHelp,
  existingAccount,
  lastUsedMethod,
  moreMethods,
  offlineNotice,
  passkeys,
  passwordChecklist,
  phone,
  serverSettings,
  singleSignOn,
} from "@portico/react/plugins";
import captchaStandIn from "../../../packages/react/test/fake-captcha.js?url&no-inline";
import { literal } from "./literal.ts";
import { type State, severalOf, valueFor } from "./state.ts";

/** The plugins inside of `moreMethods`. */
const methods = ["phone", "singleSignOn", "anonymousSignIn"];

/**
 * Returns the list `plugins` and the statement that creates it, or undefined if no plugin is chosen.
 */
export function listOf(state: State, uses: (module: string, ...names: string[]) => void) {
  const chosen = severalOf(state, "plugins");
  if (!chosen[0]) return undefined;
  uses("@portico/react/plugins", ...chosen);
  const inside = chosen.includes("moreMethods")
    ? chosen.filter((name) => methods.includes(name))
    : [];
  const outside = chosen.filter((name) => name !== "moreMethods" && !inside.includes(name));
  const call = (name: string) => {
    const options = optionsOf(name, state);
    return `${name}(${options ? literal(options) : ""})`;
  };
  const calls = outside.map(call);
  if (chosen.includes("moreMethods")) calls.push(`moreMethods([${inside.map(call).join(", ")}])`);
  const line = `const plugins = [${calls.join(", ")}];`;
  const above =
    line.length < 90
      ? line
      : `const plugins = [\n${calls.map((item) => `  ${item},\n`).join("")}];`;
  const make = (name: string) => makers[name]?.(optionsOf(name, state)) ?? [];
  if (kept?.above !== above) {
    const value = outside.flatMap(make);
    if (chosen.includes("moreMethods")) value.push(moreMethods(inside.flatMap(make)));
    kept = { value, above };
  }
  return kept;
}

/** The list of the last call. It is reused, because a plugin that is created again would lose its state. */
let kept: { readonly value: readonly AuthPlugin[]; readonly above: string } | undefined;

function optionsOf(name: string, state: State): object | undefined {
  const codeLength = state["codeLength"] && { codeLength: Number(state["codeLength"]) };
  const wait = state["wait"] && { wait: Number(state["wait"]) };
  const country = /^[A-Z]{2}$/.test(state["country"] ?? "") && { country: state["country"] };
  switch (name) {
    case "checkEmailScreen":
      return some({ ...codeLength, ...wait });
    case "phone":
      return some({ ...codeLength, ...wait, ...country });
    case "passkeys":
      return some({ ...(state["autofill"] && { autofill: false }) });
    case "captcha":
      return { provider: valueFor(state, "captcha"), siteKey: "your site key" };
    default:
      return undefined;
  }
}

const some = (options: object) => (Object.keys(options)[0] ? options : undefined);

// biome-ignore lint/suspicious/noExplicitAny: the options of each are made for it above.
const makers: Readonly<Record<string, (options?: any) => AuthPlugin>> = {
  anonymousSignIn,
  captcha: (options) => captcha({ ...options, script: captchaStandIn }),
  checkEmailScreen,
  emailSuggestion,
  errorHelp,
  existingAccount,
  lastUsedMethod,
  offlineNotice,
  passkeys,
  passwordChecklist,
  phone,
  serverSettings,
  singleSignOn,
};
