import type { Option } from "./options.ts";
import { type State, severalOf, valueFor } from "./state.ts";

/** The statics of `Auth`: the props that each does not accept, or all that it accepts. */
const taken: Readonly<Record<string, (prop: string) => boolean>> = {
  SignIn: without("view", "onlyThirdPartyProviders", "additionalData"),
  SignUp: without("view", "onlyThirdPartyProviders"),
  MagicLink: without("view", "onlyThirdPartyProviders", "magicLink", "showLinks", "additionalData"),
  SocialAuth: without(
    "view",
    "onlyThirdPartyProviders",
    "magicLink",
    "showLinks",
    "additionalData",
  ),
  ForgottenPassword: only(
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
  UpdatePassword: only(
    "appearance",
    "components",
    "localization",
    "theme",
    "passwordLimit",
    "onSuccess",
    "onError",
  ),
  VerifyOtp: only(
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

function without(...props: string[]) {
  return (prop: string) => !props.includes(prop);
}
function only(...props: string[]) {
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
  const chosen = severalOf(state, "plugins");
  return takes(state, sets) && (plugins?.some((name) => chosen.includes(name)) ?? true);
}

/** True when the chosen component takes a prop, or a part of one (`appearance.theme`). */
export function takes(state: State, sets: string): boolean {
  const part = valueFor(state, "part");
  if (part === "") return true;
  if (sets === "plugins" || sets === "settings") return false;
  const [prop = ""] = sets.split(".");
  return taken[part]?.(prop) ?? true;
}

/** Returns the initial view. */
export function viewOf(state: State): string {
  return viewsOfParts[valueFor(state, "part")] ?? valueFor(state, "view");
}
