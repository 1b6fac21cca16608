import { beforeAll, expect, inject, test } from "vitest";
import { bundlePage } from "../weigh.ts";

/*
 * Tests that a bundle does not contain code that is not imported. Each trace must also occur in a page that imports the
 * feature, so that renaming a string fails the test.
 */

const { home } = inject("packed");

/** Strings that only occur in each feature's code. Bundlers do not rename strings. */
const tracesByFeature = {
  authHandler: ["linkPrefix"],
  captcha: ["portico-captcha", "challenges.cloudflare.com", "js.hcaptcha.com"],
  errorHelp: ["portico-nonce", "mfa_challenge_expired"],
  existingAccount: ["portico-existing", "You may already have an account"],
  anonymousSignIn: ["signInAnonymously", "Continue as guest"],
  identifierFirst: ["sso_provider_not_found", "Sign in or create an account"],
  googleOneTap: ["portico-one-tap", "accounts.google.com"],
  oauthPopup: ["portico-oauth", "popup,"],
  lastUsedMethod: ["portico.last-used", "data-last-used"],
  emailSuggestion: ["portico-email-suggestion", "googlemail.com"],
  moreMethods: ["portico-more", "More ways to sign in"],
  serverSettings: ["disable_signup", "/settings"],
  offlineNotice: ["navigator.onLine", "You're back online"],
  passkeys: ["signInWithPasskey", "portico-passkeys", "conditional"],
  passwordChecklist: ["portico-checklist", "Not in a known data leak"],
  phone: ["portico.phone", "Use a phone number", "maximize()"],
  checkEmailScreen: ["portico.sent", "mail.google.com", "Open the link in it to sign in"],
  singleSignOn: ["signInWithSSO", "Use single sign-on"],
} as const;

/** The same strings for features with their own entry. */
const otherTraces = {
  ConfirmLink: ["@portico/react/plugins", ["token_hash"]],
  AnonymousUpgrade: ["@portico/react/plugins", ["linkIdentity", "Keep your work"]],
  PasskeyOffer: ["@portico/react/plugins", ["portico.no-passkey", "registerPasskey"]],
  Protected: ["@portico/react/protected", ["portico-again", "inert"]],
  FactorsSection: ["@portico/react/account", ["portico-qr", "portico-secret"]],
  RecoveryCodesSection: ["@portico/react/account", ["portico-codes", "recovery-codes.txt"]],
  ApplicationsSection: ["@portico/react/account", ["listGrants"]],
  SessionsSection: ["@portico/react/account", ["SamsungBrowser"]],
  UserButton: ["@portico/react/user-button", ["portico-user-panel", "menuitemradio"]],
  createAccountStore: ["@portico/react/user-button", ["portico.accounts"]],
  Consent: ["@portico/react/consent", ["getAuthorizationDetails", "portico-consent"]],
  OrganizationSwitcher: ["@portico/react/organizations", ["portico-organizations-dialog"]],
  MembersSection: ["@portico/react/organizations", ["invite_organization_member"]],
  InvitationsSection: ["@portico/react/organizations", ["answer_organization_invitation"]],
  Doctor: ["@portico/react/doctor", ["portico-doctor", "additional_redirect_urls"]],
} as const;

const features = [
  ...Object.entries(tracesByFeature).map(
    ([name, traces]) => [name, "@portico/react/plugins", traces] as const,
  ),
  ...Object.entries(otherTraces).map(([name, [entry, traces]]) => [name, entry, traces] as const),
];

/** The scripts of a page that has only the form. */
let formScripts: { initial: string; later: string };

beforeAll(async () => {
  formScripts = await scripts(`export { Auth } from "@portico/react";`);
});

test("the form alone is complete", () => {
  expect(formScripts.initial).toContain("Your email address");
});

test.each(features)(
  "the feature %s is only in pages that import it",
  async (name, entry, traces) => {
    const { initial } = await scripts(
      `export { Auth } from "@portico/react"; export { ${name} } from "${entry}";`,
    );
    expect(traces.filter((trace) => !initial.includes(trace))).toEqual([]);
    expect(traces.filter((trace) => formScripts.initial.includes(trace))).toEqual([]);
    expect(traces.filter((trace) => formScripts.later.includes(trace))).toEqual([]);
  },
);

test("the form with plugins contains none, and loads the server settings on demand", async () => {
  const { initial, later } = await scripts(`export { Auth } from "@portico/react/plugins";`);
  const traces = Object.values<readonly string[]>(tracesByFeature).flat();
  expect(traces.filter((trace) => initial.includes(trace))).toEqual([]);
  expect(traces.filter((trace) => later.includes(trace))).toEqual([
    ...tracesByFeature.serverSettings,
  ]);
});

test("one plugin does not load the others", async () => {
  const { initial } = await scripts(
    `export { Auth } from "@portico/react"; export { emailSuggestion } from "@portico/react/plugins";`,
  );
  const otherFeatures = Object.entries(tracesByFeature).filter(
    ([name]) => name !== "emailSuggestion",
  );
  expect(
    otherFeatures.flatMap(([, traces]) => traces).filter((trace) => initial.includes(trace)),
  ).toEqual([]);
});

/** Returns the scripts that a page with these imports loads initially, and those that it may load later. */
async function scripts(imports: string) {
  const chunks = (await bundlePage(imports, { root: home })).filter(
    (file) => file.type === "chunk",
  );
  const code = (isDynamic: boolean) =>
    chunks
      .filter(({ isDynamicEntry }) => isDynamicEntry === isDynamic)
      .map(({ code }) => code)
      .join("\n");
  return { initial: code(false), later: code(true) };
}
