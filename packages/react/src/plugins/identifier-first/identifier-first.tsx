"use client";

import { lazy, Suspense, useRef, useState } from "react";
import { useBrowserLayoutEffect } from "../../browser-layout-effect.ts";
import type { AuthCalls } from "../../client.ts";
import { Button } from "../../elements/button.tsx";
import { Container } from "../../elements/container.tsx";
import { Divider } from "../../elements/divider.tsx";
import { Heading } from "../../elements/heading.tsx";
import { resolveCaptchaToken } from "../../form/captcha.ts";
import { codeOf } from "../../form/ceremony-failure.ts";
import { ChangeField } from "../../form/change-fields.tsx";
import { FieldError } from "../../form/failure.ts";
import { FormMessages } from "../../form/form-messages.tsx";
import { notify } from "../../form/notify.ts";
import type { AuthSuccess } from "../../form/options.ts";
import { redirectFor } from "../../form/redirects.ts";
import { useFormEngine } from "../../form/use-form-engine.ts";
import { SocialButtons } from "../../social/social-buttons.tsx";
import { AfterSlot } from "../after-slot.tsx";
import { hasMethod } from "../client.ts";
import { last_used_method } from "../last-used-method/en.ts";
import { useLastMethod } from "../last-used-method/stored-method.ts";
import { passkeys } from "../passkeys/en.ts";
import type { AuthPlugin, PluginForm } from "../plugin.ts";
import { textsFor } from "../texts-for.ts";
import { withoutUndefined } from "../without-undefined.ts";
import { identifier_first as english } from "./en.ts";
import { domainOf, type Identifier, identifierOf } from "./identifier.ts";
import { PasswordStep } from "./password-step.tsx";
import { usePasskeyAutofill } from "./use-passkey-autofill.ts";

const loadRest = () => import("./after-first-step.ts");

/** The screen for a code is loaded when a code is sent. */
const CodeScreen = /* @__PURE__ */ lazy(async () => ({
  default: (await loadRest()).CodeScreen,
}));

/** A method to sign in after the identifier was entered. */
export type IdentifierMethod = "password" | "code" | "passkey";

/** The options of {@link identifierFirst}. */
export interface IdentifierFirstOptions {
  /** Also accepts phone numbers in international format. Default: false. */
  readonly phone?: boolean;
  /**
   * Also accepts user names. Returns the e-mail address of the account with this name and password, and throws if there
   * is none. docs/plugins.md has a database function for this, which does not reveal who has an account.
   */
  readonly username?: (name: string, password: string) => Promise<string>;
  /**
   * The domains whose users sign in with their organization's identity provider (SAML). Pass a list, or true to ask the
   * server about each address. Default: none.
   */
  readonly companies?: boolean | readonly string[];
  /**
   * Returns the method to offer first. It must not depend on whether the identifier has an account. Default: the method
   * that was last used in this browser, or else the password.
   */
  readonly preferredMethod?: (identifier: Identifier) => IdentifierMethod | undefined;
  /** The number of digits of a code. If set, the last digit submits the form. Default: the user presses a button. */
  readonly codeLength?: number;
  /** How long to wait before another code can be sent, in seconds, unless the server says otherwise. Default: 60. */
  readonly wait?: number;
}

/**
 * Asks for an e-mail address, a phone number or a user name first, and then for a password, a code or a passkey. A code
 * creates an account for a new address. The form behaves the same whether or not the identifier has an account.
 *
 * @example
 * const plugins = [lastUsedMethod(), identifierFirst({ phone: true, companies: true })];
 * <Auth supabaseClient={supabase} plugins={plugins} />
 */
export function identifierFirst(options: IdentifierFirstOptions = {}): AuthPlugin {
  return {
    Screen: ({ form, children }) =>
      form.view === "sign_in" ? <IdentifierFirst form={form} options={options} /> : children,
  };
}

interface Step {
  readonly identifier: Identifier;
  /** When a code was sent, in milliseconds since 1970. */
  readonly sentAt?: number;
}

function IdentifierFirst({ form, options }: { form: PluginForm; options: IdentifierFirstOptions }) {
  const { options: formOptions, submission, view, words } = form;
  const { supabaseClient: client, localization } = formOptions;
  const auth: AuthCalls = client.auth;
  const texts = textsFor("identifier_first", english, localization);
  const { mark } = textsFor("last_used_method", last_used_method, localization);
  const engine = useFormEngine(submission);
  const [typedText, setTypedText] = useState("");
  const [step, setStep] = useState<Step>();
  const lastMethod = useLastMethod();
  const section = useRef<HTMLElement>(null);
  const passkeyRequest = useRef<AbortController>(undefined);
  const lastStep = useRef(step);

  // Focus the new step, because the element that had the focus was removed.
  useBrowserLayoutEffect(() => {
    if (lastStep.current === step) return;
    lastStep.current = step;
    section.current?.querySelector<HTMLElement>("input:not([hidden])")?.focus();
  }, [step]);

  const succeed = (success: Pick<AuthSuccess, "session" | "user">) =>
    notify(() => formOptions.onSuccess?.({ view, ...success }));
  const credentials = ({ kind, value }: Identifier) =>
    kind === "phone" ? { phone: value } : { email: value };

  usePasskeyAutofill(form, step === undefined, passkeyRequest, succeed);

  async function begin(text: string) {
    const identifier = identifierOf(text, {
      phone: options.phone === true,
      username: options.username !== undefined,
    });
    if (!identifier) throw new FieldError("email", texts.missing);
    if (await openCompany(identifier)) return undefined;
    const method = options.preferredMethod?.(identifier) ?? methodsByLastUsed[lastMethod ?? ""];
    if (method === "code" && identifier.kind !== "username") await sendCode(identifier);
    else setStep({ identifier });
    return undefined;
  }

  /** Opens the identity provider of the address, and returns whether it has one. */
  async function openCompany(identifier: Identifier): Promise<boolean> {
    const { companies } = options;
    if (!companies || identifier.kind !== "email" || !hasMethod(client, "signInWithSSO"))
      return false;
    const domain = domainOf(identifier);
    if (companies !== true && !companies.includes(domain)) return false;
    const redirectTo = redirectFor(formOptions.redirectTo, "social");
    const { error } = await client.auth.signInWithSSO({
      domain,
      options: { ...(await resolveCaptchaToken(formOptions)), ...withoutUndefined({ redirectTo }) },
    });
    if (!error) return true;
    // The domain has no identity provider, or single sign-on is disabled on the server.
    if (/^(sso_provider_not_found|saml_provider_disabled)$/.test(codeOf(error) ?? "")) return false;
    throw error;
  }

  async function sendCode(identifier: Identifier) {
    const { error } = await auth.signInWithOtp({
      ...credentials(identifier),
      options: {
        ...(await resolveCaptchaToken(formOptions)),
        shouldCreateUser: formOptions.shouldCreateUser,
        data: formOptions.additionalData,
        ...(identifier.kind === "email" && {
          emailRedirectTo: redirectFor(formOptions.redirectTo, "magic_link"),
        }),
      },
    });
    // Ignore this error, which occurs if codes may not create accounts: showing it would reveal who has an account.
    if (error && codeOf(error) !== "otp_disabled") throw error;
    submission.reset();
    setStep({ identifier, sentAt: Date.now() });
  }

  async function signIn(identifier: Identifier, password: string) {
    const { kind, value } = identifier;
    const account =
      kind === "username"
        ? { email: (await options.username?.(value, password)) ?? "" }
        : credentials(identifier);
    const { data, error } = await auth.signInWithPassword({
      ...account,
      password,
      options: { ...(await resolveCaptchaToken(formOptions)) },
    });
    if (error) throw error;
    succeed(data);
    return undefined;
  }

  /** Loads the passkey code on demand, because most pages with this form do not need it. */
  const signInWithPasskey = () =>
    submission.run("passkey", async () => {
      passkeyRequest.current?.abort();
      const module = await loadRest();
      if (module.hasPasskeys(client))
        succeed(await module.signInWithPasskey(client, formOptions, words));
      return undefined;
    });

  function goBack() {
    submission.reset();
    setStep(undefined);
  }

  if (step?.sentAt !== undefined) {
    const { kind, value } = step.identifier;
    return (
      <Suspense>
        <CodeScreen
          key={step.sentAt}
          wait={options.wait}
          codeLength={options.codeLength}
          form={formOptions}
          otpType={kind === "phone" ? "sms" : "email"}
          to={{ name: kind === "phone" ? "phone" : "email", value }}
          sentAt={step.sentAt}
          texts={{}}
          text={
            <p role="status" className="portico-text">
              <bdi dir="ltr">{value}</bdi>
            </p>
          }
          focus
          back={{ label: texts.other, onClick: goBack }}
        />
      </Suspense>
    );
  }
  const messages = (
    <FormMessages form={{ ...engine, state: submission.state }}>
      <AfterSlot />
    </FormMessages>
  );
  const lastUsed = (methods: readonly string[]) =>
    methods.includes(lastMethod ?? "") ? { "data-last-used": mark } : {};
  return (
    <section
      aria-label={texts.heading}
      ref={(element) => {
        section.current = element;
        engine.ref.current = element;
      }}
    >
      <Heading tabIndex={-1}>{texts.heading}</Heading>
      {step ? (
        <PasswordStep
          key="password"
          identifier={step.identifier}
          form={form}
          props={engine.form("sign_in", (element) =>
            signIn(step.identifier, String(new FormData(element).get("password") ?? "")),
          )}
          field={engine.field("password")}
          submit={{ ...engine.button("sign_in"), ...lastUsed(["sign_in", "sign_up"]) }}
          other={{ label: texts.other, onClick: goBack }}
        >
          {messages}
          {step.identifier.kind !== "username" && (
            <Button
              {...engine.button("code", "button")}
              {...lastUsed(["magic_link", "verify_otp", "phone"])}
              onClick={() =>
                void submission.run("code", async () => {
                  await sendCode(step.identifier);
                  return undefined;
                })
              }
            >
              {texts.code_button_label}
            </Button>
          )}
          {hasMethod(client, "signInWithPasskey") && typeof PublicKeyCredential !== "undefined" && (
            <Button
              {...engine.button("passkey", "button")}
              {...lastUsed(["passkey"])}
              onClick={() => void signInWithPasskey()}
            >
              {textsFor("passkeys", passkeys, localization).button_label}
            </Button>
          )}
        </PasswordStep>
      ) : (
        <>
          {form.social[0] && (
            <>
              <SocialButtons {...formOptions} buttons={form.social} />
              <Divider />
            </>
          )}
          <form
            key="identifier"
            {...engine.form("identifier", (element) =>
              begin(String(new FormData(element).get("email") ?? "")),
            )}
          >
            <Container gap="large">
              <ChangeField
                label={labelOf(options, texts, words.sign_in.email_label)}
                type={options.phone || options.username ? "text" : "email"}
                autoComplete="username webauthn"
                aria-required
                value={typedText}
                onChange={({ currentTarget }) => setTypedText(currentTarget.value)}
                {...engine.field("email")}
              />
              {/* The `<div>` keeps `lastUsedMethod` from marking this button as the password's button. */}
              <div>
                <Button color="primary" {...engine.button("identifier")}>
                  {texts.button_label}
                </Button>
              </div>
              {messages}
            </Container>
          </form>
        </>
      )}
    </section>
  );
}

/** The method for each name that `lastUsedMethod` stores. */
const methodsByLastUsed: Readonly<Record<string, IdentifierMethod>> = {
  magic_link: "code",
  verify_otp: "code",
};

function labelOf(
  { phone, username }: IdentifierFirstOptions,
  texts: typeof english,
  emailLabel: string,
): string {
  if (phone && username) return texts.any;
  if (phone) return texts.email_or_phone;
  return username ? texts.email_or_username : emailLabel;
}
