import type { Option } from "./options.ts";
import { type State, valueFor, valuesFor } from "./state.ts";

/** The statics of `Auth`: the props that each does not accept, or all that it accepts. */
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
  ForgottenPassword: onlyThese(
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
  UpdatePassword: onlyThese(
    "appearance",
    "components",
    "localization",
    "theme",
    "passwordLimit",
    "onSuccess",
    "onError",
  ),
  VerifyOtp: onlyThese(
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
function onlyThese(...props: string[]) {
  return (prop: string) => props.includes(prop);
}

/** The views that they show. */
const viewsOfParts: Readonly<Record<string, string>> = {
  SignUp: "sign_up",
  MagicLink: "magic_link",
  ForgottenPassword: "forgotten_password",
  UpdatePassword: "update_password",
  VerifyOtp: "verify_otp",
};

/** True when a control has an effect in this state. */
export function hasEffect(state: State, { sets, plugins }: Option): boolean {
  const chosen = valuesFor(state, "plugins");
  return acceptsOption(state, sets) && (plugins?.some((name) => chosen.includes(name)) ?? true);
}

/** True when the chosen component takes a prop, or a part of one (`appearance.theme`). */
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
