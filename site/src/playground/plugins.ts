import {
  type AuthPlugin,
  anonymousSignIn,
  captcha,
  checkEmailScreen,
  emailSuggestion,
  errorHelp,
  existingAccount,
  googleOneTap,
  identifierFirst,
  lastUsedMethod,
  moreMethods,
  oauthPopup,
  offlineNotice,
  passkeys,
  passwordChecklist,
  phone,
  serverSettings,
  singleSignOn,
} from "@portico/react/plugins";
import captchaStandIn from "../../../packages/react/test/fake-captcha.js?url&no-inline";
import { formatLiteral } from "./literal.ts";
import { type State, valueFor, valuesFor } from "./state.ts";

/** The plugins that `moreMethods` contains. */
const methods = ["phone", "singleSignOn", "anonymousSignIn"];

/**
 * Returns the list `plugins` and the statement that creates it, or undefined if no plugin is chosen.
 */
export function createPluginList(
  state: State,
  addImport: (module: string, ...names: string[]) => void,
) {
  const chosenPlugins = valuesFor(state, "plugins");
  if (!chosenPlugins[0]) return undefined;
  addImport("@portico/react/plugins", ...chosenPlugins);
  const nestedPlugins = chosenPlugins.includes("moreMethods")
    ? chosenPlugins.filter((name) => methods.includes(name))
    : [];
  const topLevelPlugins = chosenPlugins.filter(
    (name) => name !== "moreMethods" && !nestedPlugins.includes(name),
  );
  const call = (name: string) => {
    const options = optionsOf(name, state);
    return `${name}(${options ? formatLiteral(options) : ""})`;
  };
  const calls = topLevelPlugins.map(call);
  if (chosenPlugins.includes("moreMethods"))
    calls.push(`moreMethods([${nestedPlugins.map(call).join(", ")}])`);
  const line = `const plugins = [${calls.join(", ")}];`;
  const statements =
    line.length < 90
      ? line
      : `const plugins = [\n${calls.map((item) => `  ${item},\n`).join("")}];`;
  const createPlugin = (name: string) => pluginFactories[name]?.(optionsOf(name, state)) ?? [];
  if (cachedList?.statements !== statements) {
    const value = topLevelPlugins.flatMap(createPlugin);
    if (chosenPlugins.includes("moreMethods"))
      value.push(moreMethods(nestedPlugins.flatMap(createPlugin)));
    cachedList = { value, statements };
  }
  return cachedList;
}

/** The result of the last call. It is reused, because a plugin that is created again loses its state. */
let cachedList: { readonly value: readonly AuthPlugin[]; readonly statements: string } | undefined;

function optionsOf(name: string, state: State): object | undefined {
  const codeLength = state["codeLength"] && { codeLength: Number(state["codeLength"]) };
  const wait = state["wait"] && { wait: Number(state["wait"]) };
  const country = /^[A-Z]{2}$/.test(state["country"] ?? "") && { country: state["country"] };
  switch (name) {
    case "checkEmailScreen":
      return undefinedIfEmpty({ ...codeLength, ...wait });
    case "phone":
      return undefinedIfEmpty({ ...codeLength, ...wait, ...country });
    case "googleOneTap":
      return { clientId: "your client id" };
    case "identifierFirst":
      return { phone: true, ...codeLength, ...wait };
    case "passkeys":
      return undefinedIfEmpty({ ...(state["autofill"] && { autofill: false }) });
    case "captcha":
      return { provider: valueFor(state, "captcha"), siteKey: "your site key" };
    default:
      return undefined;
  }
}

const undefinedIfEmpty = (options: object) => (Object.keys(options)[0] ? options : undefined);

// biome-ignore lint/suspicious/noExplicitAny: each plugin gets only its own options from the code above
const pluginFactories: Readonly<Record<string, (options?: any) => AuthPlugin>> = {
  anonymousSignIn,
  captcha: (options) => captcha({ ...options, script: captchaStandIn }),
  checkEmailScreen,
  emailSuggestion,
  errorHelp,
  existingAccount,
  // Load a stand-in, so that Google does not learn who visits this page.
  googleOneTap: (options) => googleOneTap({ ...options, script: captchaStandIn }),
  identifierFirst,
  lastUsedMethod,
  oauthPopup,
  offlineNotice,
  passkeys,
  passwordChecklist,
  phone,
  serverSettings,
  singleSignOn,
};
