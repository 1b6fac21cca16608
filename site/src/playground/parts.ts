import type { Option } from "./options.ts";
import { type State, valueFor, valuesFor } from "./state.ts";

/** For each component of `Auth`, a function that returns whether it accepts a prop. */
const acceptsProp: Readonly<Record<string, (prop: string) => boolean>> = {
  SignIn: allExcept("view", "onlyThirdPartyProviders", "additionalData"),
  SignUp: allExcept("view", "onlyThirdPartyProviders"),
  MagicLink: allExcept(
    "view",
    "onlyThirdPartyProviders",
    "magicLink",
    "showLinks",
    "additionalData",
  ),
  SocialAuth: allExcept(
    "view",
    "onlyThirdPartyProviders",
    "magicLink",
    "showLinks",
    "additionalData",
  ),
  ForgottenPassword: onlyProps(
    "appearance",
    "captchaToken",
    "components",
    "localization",
    "theme",
    "showLinks",
    "redirectTo",
    "onSuccess",
    "onError",
    "onBeforeViewChange",
  ),
  UpdatePassword: onlyProps(
    "appearance",
    "components",
    "localization",
    "theme",
    "passwordLimit",
    "onSuccess",
    "onError",
  ),
  VerifyOtp: onlyProps(
    "appearance",
    "captchaToken",
    "components",
    "localization",
    "slots",
    "theme",
    "otpType",
    "showLinks",
    "redirectTo",
    "onSuccess",
    "onError",
    "onBeforeViewChange",
  ),
};

function allExcept(...props: string[]) {
  return (prop: string) => !props.includes(prop);
}
function onlyProps(...props: string[]) {
  return (prop: string) => props.includes(prop);
}

/** The initial view of each component. */
const viewsOfParts: Readonly<Record<string, string>> = {
  SignUp: "sign_up",
  MagicLink: "magic_link",
  ForgottenPassword: "forgotten_password",
  UpdatePassword: "update_password",
  VerifyOtp: "verify_otp",
};

/** Returns whether a control has an effect in this state. */
export function hasEffect(state: State, { sets, plugins }: Option): boolean {
  const selectedPlugins = valuesFor(state, "plugins");
  return (
    acceptsOption(state, sets) && (plugins?.some((name) => selectedPlugins.includes(name)) ?? true)
  );
}

/** Returns whether the chosen component accepts a prop, or a part of one (`appearance.theme`). */
export function acceptsOption(state: State, sets: string): boolean {
  const part = valueFor(state, "part");
  if (part === "") return true;
  if (sets === "plugins" || sets === "settings") return false;
  const [prop = ""] = sets.split(".");
  return acceptsProp[part]?.(prop) ?? true;
}

/** Returns the initial view. */
export function viewOf(state: State): string {
  return viewsOfParts[valueFor(state, "part")] ?? valueFor(state, "view");
}
