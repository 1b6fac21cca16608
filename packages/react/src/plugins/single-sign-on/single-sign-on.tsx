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
import { takeCaptcha } from "../../form/captcha.ts";
import { ChangeField } from "../../form/change-fields.tsx";
import { FieldError } from "../../form/failure.ts";
import { FormMessages } from "../../form/form-messages.tsx";
import { redirectFor } from "../../form/redirects.ts";
import { useChange } from "../../form/use-change.ts";
import { After } from "../after-slot.tsx";
import { type ClientWith, has } from "../client.ts";
import { useHelpfulWords } from "../error-help/help-words.ts";
import { KeepMethodContext } from "../last-used-method/kept-method.ts";
import type { AuthPlugin, PluginForm, SignInMethod } from "../plugin.ts";
import { isOff } from "../server-settings/is-off.ts";
import { withoutUndefined } from "../without-undefined.ts";
import { wordsFor } from "../words-for.ts";
import { sso as english } from "./en.ts";

/**
 * Signs in by the identity provider of an organisation (SAML), which the server finds by the domain
 * of the address. It is offered in the sign-in view, unless the server said that it has none of it; a
 * server that has none for that domain says so.
 *
 * @example
 * <Auth supabaseClient={supabase} plugins={[singleSignOn()]} />
 */
export function singleSignOn(): AuthPlugin {
  return { Screen: SingleSignOn, Below: UseSingleSignOn, method };
}

const method: SignInMethod = {
  name: "sso",
  isOffered: ({ options, view }) =>
    view === "sign_in" &&
    has(options.supabaseClient, "signInWithSSO") &&
    !isOff(options, (settings) => settings.saml_enabled),
};

/** Opens the question, for the button under the form. */
interface Opening {
  readonly open: () => void;
  readonly opener: RefObject<HTMLButtonElement | null>;
}

const OpeningContext = createContext<Opening | undefined>(undefined);

function SingleSignOn({ form, children }: { form: PluginForm; children: ReactNode }) {
  const words = wordsFor("sso", english, form.options.localization);
  const client = form.options.supabaseClient;
  const [open, setOpen] = useState(false);
  const shown = open && form.view === "sign_in";
  const opener = useRef<HTMLButtonElement>(null);
  const returning = useRef(false);
  const opening = useMemo(() => ({ open: () => setOpen(true), opener }), []);

  useBrowserLayoutEffect(() => {
    if (!shown && returning.current) opener.current?.focus();
    returning.current = false;
  }, [shown]);

  return (
    <OpeningContext.Provider value={opening}>
      {/* What was typed stays in its field. */}
      <div hidden={shown}>{children}</div>
      {shown && has(client, "signInWithSSO") && (
        <Domain
          form={form}
          client={client}
          words={words}
          onBack={() => {
            returning.current = true;
            setOpen(false);
          }}
        />
      )}
    </OpeningContext.Provider>
  );
}

function UseSingleSignOn({ form }: { form: PluginForm }) {
  const opening = useContext(OpeningContext);
  if (!method.isOffered(form)) return null;
  return (
    <div className="portico-ways">
      <button
        ref={opening?.opener}
        type="button"
        className="portico-way"
        data-method="sso"
        onClick={opening?.open}
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

/** Asks for the work address, whose domain names the identity provider. */
function Domain({ form, client, words, onBack }: DomainProps) {
  const { options, root, words: formWords } = form;
  const { errors } = useHelpfulWords(options.localization);
  const keepMethod = useContext(KeepMethodContext);
  const change = useChange({ ...formWords, ...withoutUndefined({ errors }) });
  const part = useRef<HTMLElement>(null);
  const typed = root.current?.querySelector<HTMLInputElement>("input[name=email]")?.value;

  useBrowserLayoutEffect(() => part.current?.querySelector("input")?.focus(), []);

  async function send(address: string) {
    const domain = address.trim().replace(/^.*@/, "").toLowerCase();
    if (!domain) throw new FieldError("work_email", words.missing);
    const redirectTo = redirectFor(options.redirectTo, "social");
    const { error } = await client.auth.signInWithSSO({
      domain,
      options: { ...(await takeCaptcha(options)), ...withoutUndefined({ redirectTo }) },
    });
    if (error) throw error;
    keepMethod(method.name);
    return undefined;
  }

  return (
    <section
      aria-label={words.heading}
      ref={(element) => {
        part.current = element;
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
            defaultValue={typed}
            aria-required
            {...change.field("work_email")}
          />
          <Button color="primary" {...change.button("sso")}>
            {words.button_label}
          </Button>
        </Container>
      </form>
      <FormMessages form={change}>
        <After />
      </FormMessages>
      <div className="portico-ways">
        <button type="button" className="portico-way" onClick={onBack}>
          {words.back}
        </button>
      </div>
    </section>
  );
}
