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
import { type ClientWith, has } from "../client.ts";
import { useErrorTexts } from "../error-help/error-texts.ts";
import { StoreMethodContext } from "../last-used-method/stored-method.ts";
import type { AuthPlugin, PluginForm, SignInMethod } from "../plugin.ts";
import { isOff } from "../server-settings/is-off.ts";
import { withoutUndefined } from "../without-undefined.ts";
import { wordsFor } from "../words-for.ts";
import { sso as english } from "./en.ts";

/**
 * Signs in with the identity provider of an organization (SAML), which the server finds by the domain of the e-mail
 * address. Offered in the sign-in view unless the server reports that single sign-on is disabled. A server without a
 * provider for the domain responds with an error.
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
    has(options.supabaseClient, "signInWithSSO") &&
    !isOff(options, (settings) => settings.saml_enabled),
};

/** Opens the screen, for the button below the form. */
interface OpenSsoValue {
  readonly open: () => void;
  readonly opener: RefObject<HTMLButtonElement | null>;
}

const OpenSsoContext = createContext<OpenSsoValue | undefined>(undefined);

function SingleSignOnScreen({ form, children }: { form: PluginForm; children: ReactNode }) {
  const words = wordsFor("sso", english, form.options.localization);
  const client = form.options.supabaseClient;
  const [open, setOpen] = useState(false);
  const isShown = open && form.view === "sign_in";
  const opener = useRef<HTMLButtonElement>(null);
  const isReturning = useRef(false);
  const openSso = useMemo(() => ({ open: () => setOpen(true), opener }), []);

  useBrowserLayoutEffect(() => {
    if (!isShown && isReturning.current) opener.current?.focus();
    isReturning.current = false;
  }, [isShown]);

  return (
    <OpenSsoContext.Provider value={openSso}>
      {/* Hidden instead of unmounted, to keep typed values. */}
      <div hidden={isShown}>{children}</div>
      {isShown && has(client, "signInWithSSO") && (
        <DomainForm
          form={form}
          client={client}
          words={words}
          onBack={() => {
            isReturning.current = true;
            setOpen(false);
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
        {wordsFor("sso", english, form.options.localization).link}
      </button>
    </div>
  );
}

interface DomainProps {
  form: PluginForm;
  client: ClientWith<"signInWithSSO">;
  words: typeof english;
  onBack: () => void;
}

/** Asks for the work e-mail address, whose domain determines the identity provider. */
function DomainForm({ form, client, words, onBack }: DomainProps) {
  const { options, root, words: formWords } = form;
  const { errors } = useErrorTexts(options.localization);
  const storeMethod = useContext(StoreMethodContext);
  const change = useChange({ ...formWords, ...withoutUndefined({ errors }) });
  const section = useRef<HTMLElement>(null);
  const typedEmail = root.current?.querySelector<HTMLInputElement>("input[name=email]")?.value;

  useBrowserLayoutEffect(() => section.current?.querySelector("input")?.focus(), []);

  async function send(address: string) {
    const domain = address.trim().replace(/^.*@/, "").toLowerCase();
    if (!domain) throw new FieldError("work_email", words.missing);
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
      aria-label={words.heading}
      ref={(element) => {
        section.current = element;
        change.ref.current = element;
      }}
    >
      <Heading tabIndex={-1}>{words.heading}</Heading>
      <form {...change.form("sso", (entered) => send(entered("work_email")))}>
        <Container gap="large">
          <p className="portico-text">{words.text}</p>
          <ChangeField
            type="email"
            autoComplete="email"
            label={words.label}
            defaultValue={typedEmail}
            aria-required
            {...change.field("work_email")}
          />
          <Button color="primary" {...change.button("sso")}>
            {words.button_label}
          </Button>
        </Container>
      </form>
      <FormMessages form={change}>
        <AfterSlot />
      </FormMessages>
      <div className="portico-ways">
        <button type="button" className="portico-way" onClick={onBack}>
          {words.back}
        </button>
      </div>
    </section>
  );
}
