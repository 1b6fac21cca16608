"use client";

import {
  createContext,
  type ReactNode,
  type RefObject,
  useContext,
  useMemo,
  useRef,
  useState,
} from "react";
import { useBrowserLayoutEffect } from "../../browser-layout-effect.ts";
import { Button } from "../../elements/button.tsx";
import { Container } from "../../elements/container.tsx";
import { Heading } from "../../elements/heading.tsx";
import { resolveCaptchaToken } from "../../form/captcha.ts";
import { ChangeField } from "../../form/change-fields.tsx";
import { FieldError } from "../../form/failure.ts";
import { FormMessages } from "../../form/form-messages.tsx";
import { redirectFor } from "../../form/redirects.ts";
import { useChange } from "../../form/use-change.ts";
import { AfterSlot } from "../after-slot.tsx";
import { type ClientWith, hasMethod } from "../client.ts";
import { useErrorTexts } from "../error-help/error-texts.ts";
import { StoreMethodContext } from "../last-used-method/stored-method.ts";
import type { AuthPlugin, PluginForm, SignInMethod } from "../plugin.ts";
import { isDisabledByServer } from "../server-settings/is-disabled-by-server.ts";
import { textsFor } from "../texts-for.ts";
import { withoutUndefined } from "../without-undefined.ts";
import { sso as english } from "./en.ts";

/**
 * Signs in with an organization's identity provider (SAML), which the server finds by the domain of the e-mail address.
 * The sign-in view offers this unless the server reports that single sign-on is disabled. If the domain has no
 * provider, the server responds with an error.
 *
 * @example
 * <Auth supabaseClient={supabase} plugins={[singleSignOn()]} />
 */
export function singleSignOn(): AuthPlugin {
  return { Screen: SingleSignOnScreen, Below: SingleSignOnButton, method };
}

const method: SignInMethod = {
  name: "sso",
  isOffered: ({ options, view }) =>
    view === "sign_in" &&
    hasMethod(options.supabaseClient, "signInWithSSO") &&
    !isDisabledByServer(options, (settings) => settings.saml_enabled),
};

/** What the screen provides to the button below the form. */
interface OpenSsoValue {
  readonly open: () => void;
  readonly opener: RefObject<HTMLButtonElement | null>;
}

const OpenSsoContext = createContext<OpenSsoValue | undefined>(undefined);

function SingleSignOnScreen({ form, children }: { form: PluginForm; children: ReactNode }) {
  const texts = textsFor("sso", english, form.options.localization);
  const client = form.options.supabaseClient;
  const [isOpen, setIsOpen] = useState(false);
  const isVisible = isOpen && form.view === "sign_in";
  const opener = useRef<HTMLButtonElement>(null);
  const isReturning = useRef(false);
  const ssoOpener = useMemo(() => ({ open: () => setIsOpen(true), opener }), []);

  useBrowserLayoutEffect(() => {
    if (!isVisible && isReturning.current) opener.current?.focus();
    isReturning.current = false;
  }, [isVisible]);

  return (
    <OpenSsoContext.Provider value={ssoOpener}>
      {/* Hide the view instead of unmounting it, to keep typed values. */}
      <div hidden={isVisible}>{children}</div>
      {isVisible && hasMethod(client, "signInWithSSO") && (
        <DomainForm
          form={form}
          client={client}
          texts={texts}
          onBack={() => {
            isReturning.current = true;
            setIsOpen(false);
          }}
        />
      )}
    </OpenSsoContext.Provider>
  );
}

function SingleSignOnButton({ form }: { form: PluginForm }) {
  const openSso = useContext(OpenSsoContext);
  if (!method.isOffered(form)) return null;
  return (
    <div className="portico-ways">
      <button
        ref={openSso?.opener}
        type="button"
        className="portico-way"
        data-method="sso"
        onClick={openSso?.open}
      >
        {textsFor("sso", english, form.options.localization).link}
      </button>
    </div>
  );
}

interface DomainFormProps {
  form: PluginForm;
  client: ClientWith<"signInWithSSO">;
  texts: typeof english;
  onBack: () => void;
}

/** Renders the form for the work e-mail address, whose domain determines the identity provider. */
function DomainForm({ form, client, texts, onBack }: DomainFormProps) {
  const { options, root, words: formTexts } = form;
  const { errors } = useErrorTexts(options.localization);
  const storeMethod = useContext(StoreMethodContext);
  const change = useChange({ ...formTexts, ...withoutUndefined({ errors }) });
  const section = useRef<HTMLElement>(null);
  const typedEmail = root.current?.querySelector<HTMLInputElement>("input[name=email]")?.value;

  useBrowserLayoutEffect(() => section.current?.querySelector("input")?.focus(), []);

  async function send(address: string) {
    const domain = address.trim().replace(/^.*@/, "").toLowerCase();
    if (!domain) throw new FieldError("work_email", texts.missing);
    const redirectTo = redirectFor(options.redirectTo, "social");
    const { error } = await client.auth.signInWithSSO({
      domain,
      options: { ...(await resolveCaptchaToken(options)), ...withoutUndefined({ redirectTo }) },
    });
    if (error) throw error;
    storeMethod(method.name);
    return undefined;
  }

  return (
    <section
      aria-label={texts.heading}
      ref={(element) => {
        section.current = element;
        change.ref.current = element;
      }}
    >
      <Heading tabIndex={-1}>{texts.heading}</Heading>
      <form {...change.form("sso", (entries) => send(entries("work_email")))}>
        <Container gap="large">
          <p className="portico-text">{texts.text}</p>
          <ChangeField
            type="email"
            autoComplete="email"
            label={texts.label}
            defaultValue={typedEmail}
            aria-required
            {...change.field("work_email")}
          />
          <Button color="primary" {...change.button("sso")}>
            {texts.button_label}
          </Button>
        </Container>
      </form>
      <FormMessages form={change}>
        <AfterSlot />
      </FormMessages>
      <div className="portico-ways">
        <button type="button" className="portico-way" onClick={onBack}>
          {texts.back}
        </button>
      </div>
    </section>
  );
}
