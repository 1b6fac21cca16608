import { locales, providers, themeVariables } from "./lists.ts";

/** A control of the playground. Its value is text in the URL's query; a missing value means the default. */
export interface Option {
  /** The name in the URL's query. */
  readonly key: string;
  /** The setting that it changes: a prop of `<Auth>` or `appearance`, or a part of the page around the form. */
  readonly sets: string;
  /** The control has no effect unless one of these plugins is chosen. */
  readonly plugins?: readonly string[];
  readonly label: string;
  readonly hint?: string;
  readonly control: Control;
}

export type Control =
  | { readonly kind: "toggle"; readonly initial: boolean }
  /** The first choice is the default. */
  | { readonly kind: "choice"; readonly choices: readonly Choice[] }
  | {
      readonly kind: "several";
      readonly choices: readonly Choice[];
      readonly initial: readonly string[];
    }
  /** With `form: "pairs"`, each line is `name=value`. */
  | { readonly kind: "text"; readonly example: string; readonly form?: "pairs" | "number" };

/** A value, with a label if the label is not the value itself. */
export type Choice = string | readonly [value: string, label: string];

export interface Section {
  readonly title: string;
  readonly options: readonly Option[];
}

const toggle = (initial = false): Control => ({ kind: "toggle", initial });
const choice = (...choices: Choice[]): Control => ({ kind: "choice", choices });
const text = (example: string, form?: "pairs" | "number"): Control => ({
  kind: "text",
  example,
  ...(form && { form }),
});

/** Creates a control. By default, it sets the prop that has the same name as its key. */
function option(key: string, label: string, control: Control, overrides?: Partial<Option>): Option {
  return { key, sets: key, label, control, ...overrides };
}

/** Returns a choice of yes, no and the kit's default. */
const yesNoOrDefault = (defaultLabel: string) =>
  choice(["", defaultLabel], ["true", "yes"], ["false", "no"]);

/** Every control, in the order of the page. */
export const sections: readonly Section[] = [
  {
    title: "View",
    options: [
      option(
        "part",
        "Component",
        choice(
          ["", "Auth"],
          ...[
            "SignIn",
            "SignUp",
            "MagicLink",
            "ForgottenPassword",
            "UpdatePassword",
            "VerifyOtp",
            "SocialAuth",
          ].map((name): Choice => [name, `Auth.${name}`]),
        ),
      ),
      option(
        "view",
        "View",
        choice(
          "sign_in",
          "sign_up",
          "magic_link",
          "forgotten_password",
          "update_password",
          "verify_otp",
        ),
      ),
      option(
        "page",
        "Page around the form",
        choice(
          ["", "The session: UserContextProvider, useUser"],
          ["form", "Nothing: the form alone"],
        ),
        { sets: "UserContextProvider" },
      ),
      option("card", "On an AuthCard", toggle(true), { sets: "AuthCard" }),
      option("showHeading", "Heading", yesNoOrDefault("on a card only")),
      option("showLinks", "Links between views", yesNoOrDefault("as the component has it")),
      option("signUp", "Offer to create an account", toggle(true)),
      option("magicLink", "Offer a magic link", toggle()),
      option("onlyThirdPartyProviders", "Social login only", toggle()),
      option("autoFocus", "Focus the first field", yesNoOrDefault("for a magic link only")),
    ],
  },
  {
    title: "Look",
    options: [
      option("look", "Theme", choice(["", "Portico's own"], "ThemeSupa", "ThemeMinimal"), {
        sets: "appearance.theme",
      }),
      option("dark", "Dark", toggle()),
      option("theme", "Variation of the theme", choice(["", "not set"], "default", "dark")),
      option("extend", "The stylesheet's classes", toggle(true), { sets: "appearance.extend" }),
      option("prefix", "Prefix of class names", text("acme"), {
        sets: "appearance.prependedClassName",
      }),
      option("className", "Class names by element", text("button=rounded", "pairs"), {
        sets: "appearance.className",
      }),
      option("style", "Styles by element", text("label.letterSpacing=0.02em", "pairs"), {
        sets: "appearance.style",
      }),
    ],
  },
  {
    title: "Variables of the theme",
    options: themeVariables.map(([group, name, example]) =>
      option(`v.${name}`, name, text(example), { sets: `appearance.variables.${group}.${name}` }),
    ),
  },
  {
    title: "Language",
    options: [
      option("locale", "Language", choice(["", "English"], ...locales), { sets: "localization" }),
      option(
        "dir",
        "Direction around the form",
        choice(["", "the page's"], ["ltr", "left to right"], ["rtl", "right to left"]),
        {
          hint: "The form uses the direction of its language.",
        },
      ),
      option("words", "Custom texts", text("sign_in.heading=Welcome back", "pairs"), {
        sets: "localization",
      }),
    ],
  },
  {
    title: "Social login",
    options: [
      option("providers", "Providers", {
        kind: "several",
        choices: [...providers, ["custom:acme", "custom:acme, as “Acme”"]],
        initial: ["github", "google", "azure"],
      }),
      option("socialLayout", "Layout", choice("vertical", "horizontal", "auto")),
      option("socialColors", "Brand colors", toggle()),
      option("providerScopes", "Scopes by provider", text("google=email profile", "pairs")),
      option("queryParams", "Query parameters for providers", text("prompt=consent", "pairs")),
    ],
  },
  {
    title: "Requests",
    options: [
      option("redirectTo", "Redirect URL", text("https://app.example.com/welcome"), {
        hint: "One address, or lines such as sign_up=https://app.example.com/welcome.",
      }),
      option(
        "otpType",
        "Kind of code",
        choice(
          "email",
          "sms",
          "phone_change",
          "signup",
          "invite",
          "magiclink",
          "recovery",
          "email_change",
        ),
      ),
      option("additionalData", "Metadata of a new user", text("plan=free", "pairs")),
      option("shouldCreateUser", "Magic links create accounts", toggle(true)),
      option("passwordLimit", "Refuse passwords longer than 72 bytes", toggle()),
      option("captchaToken", "Captcha token", text("your token")),
      option(
        "supabaseClient",
        "Client",
        choice(["", "@supabase/supabase-js"], ["auth-js", "@supabase/auth-js alone"]),
      ),
    ],
  },
  {
    title: "Customization",
    options: [
      option("children", "Custom sign-up fields", {
        kind: "several",
        choices: [
          ["name", "a name"],
          ["terms", "terms to accept"],
        ],
        initial: [],
      }),
      option("slots", "Text below the fields", text("Members only.")),
      option("components", "Custom button", toggle()),
      option("onSuccess", "onSuccess", toggle(), {
        hint: "Calls are listed below the form.",
      }),
      option("onError", "onError", toggle()),
      option(
        "onBeforeViewChange",
        "onBeforeViewChange",
        choice(["", "not set"], ["tell", "logs the view"], ["stay", "prevents the change"]),
      ),
    ],
  },
  {
    title: "Plugins",
    options: [
      option(
        "plugins",
        "Plugins",
        {
          kind: "several",
          choices: [
            "offlineNotice",
            "errorHelp",
            "lastUsedMethod",
            "passkeys",
            "passwordChecklist",
            "emailSuggestion",
            "checkEmailScreen",
            "existingAccount",
            "identifierFirst",
            "oauthPopup",
            "googleOneTap",
            "phone",
            "singleSignOn",
            "anonymousSignIn",
            "moreMethods",
            "captcha",
            "serverSettings",
          ],
          initial: [],
        },
        {
          hint: "moreMethods contains phone, singleSignOn and anonymousSignIn. A stand-in replaces the captcha, because this page sends no requests to other hosts.",
        },
      ),
      option("settings", "Fetch the server's settings", choice(["", "no"], "auto")),
      option("codeLength", "Digits of a code", text("6", "number"), {
        sets: "plugins",
        plugins: ["checkEmailScreen", "phone"],
      }),
      option("wait", "Seconds until the next message", text("60", "number"), {
        sets: "plugins",
        plugins: ["checkEmailScreen", "phone"],
      }),
      option("country", "Country of phone numbers", text("GB"), {
        sets: "plugins",
        plugins: ["phone"],
      }),
      option("captcha", "Captcha", choice("turnstile", "hcaptcha"), {
        sets: "plugins",
        plugins: ["captcha"],
      }),
      option("autofill", "Passkeys in autofill", toggle(true), {
        sets: "plugins",
        plugins: ["passkeys"],
      }),
    ],
  },
];

export const options: readonly Option[] = sections.flatMap((section) => section.options);

/** Returns the value of a choice. */
export const choiceValue = (item: Choice) => (typeof item === "string" ? item : item[0]);
/** Returns the label of a choice. */
export const choiceLabel = (item: Choice) => (typeof item === "string" ? item : item[1]);
