"use client";

import { useId, useRef, useState } from "react";
import { useBrowserLayoutEffect } from "../../browser-layout-effect.ts";
import { Button } from "../../elements/button.tsx";
import { Container } from "../../elements/container.tsx";
import { Heading } from "../../elements/heading.tsx";
import { takeCaptcha } from "../../form/captcha.ts";
import { entered } from "../../form/entered.ts";
import { FieldError } from "../../form/failure.ts";
import { notify } from "../../form/notify.ts";
import { PasswordField } from "../../form/password-field.tsx";
import { Said } from "../../form/said.tsx";
import { useFocusKept } from "../../form/use-focus-kept.ts";
import { Announced } from "../../messages/announced.tsx";
import { After } from "../after.tsx";
import { CodeScreen } from "../code/code-screen.tsx";
import { Naming } from "../naming.tsx";
import type { PluginForm } from "../plugin.ts";
import { withoutUndefined } from "../without-undefined.ts";
import { wordsFor } from "../words-for.ts";
import { callingCodes } from "./calling-codes.ts";
import { phone as english } from "./en.ts";
import { e164 } from "./number.ts";
import type { PhoneOptions, Waiting } from "./options.ts";
import { PhoneNumber } from "./phone-number.tsx";

interface PhoneFormProps {
  form: PluginForm;
  options: PhoneOptions;
  /** The code that is waited for. */
  waiting: Waiting | undefined;
  onWaiting: (waiting: Waiting | undefined) => void;
  /** There is nothing to wait for any more; the page may have gone on already. */
  onDone: () => void;
  onBack: () => void;
}

const everywhere = [...callingCodes.keys()];

/** The form for a number, and the screen for its code. */
export function PhoneForm(props: PhoneFormProps) {
  const { form, options, waiting, onWaiting, onDone, onBack } = props;
  const { alert, state, submission, view, options: told } = form;
  const { localization, supabaseClient } = told;
  const { auth } = supabaseClient;
  const signsUp = view === "sign_up";
  const words = wordsFor("phone", english, localization);
  const texts = form.words[signsUp ? "sign_up" : "sign_in"];
  const lang = localization?.lang ?? (document.documentElement.lang || undefined);
  const [country, setCountry] = useState(() => options.country ?? countryHere());
  const [byPassword, setByPassword] = useState(signsUp && options.password !== false);
  const [typed, setTyped] = useState("");
  const ref = useRef<HTMLFormElement>(null);
  const headingId = useId();
  const wrong = state.phase === "failed" && state.field === "phone" ? alert.id : undefined;
  useFocusKept(ref, state);

  useBrowserLayoutEffect(() => {
    if (!waiting) ref.current?.querySelector<HTMLElement>("input")?.focus();
  }, [waiting]);

  const send = () =>
    submission.run("phone", async () => {
      const values = entered(ref.current);
      const number = e164(values.phone, country);
      if (!number) throw new FieldError("phone", words.number_invalid);
      const session = await ask(number, values.password);
      if (!session) {
        onWaiting({ view, to: number, at: Date.now(), fresh: true });
      }
      return undefined;
    });

  /** Asks the server. Null: a code is on its way. */
  async function ask(number: string, password: string) {
    const captcha = await takeCaptcha(told);
    const data = told.additionalData;
    const { shouldCreateUser } = told;
    const create = signsUp ? true : shouldCreateUser;
    const answer = !byPassword
      ? await auth.signInWithOtp({
          phone: number,
          options: { ...captcha, ...withoutUndefined({ data, shouldCreateUser: create }) },
        })
      : signsUp
        ? await auth.signUp({
            phone: number,
            password,
            options: { ...captcha, ...withoutUndefined({ data }) },
          })
        : await auth.signInWithPassword({ phone: number, password, options: { ...captcha } });
    if (answer.error) throw answer.error;
    const { session, user } = answer.data;
    notify(() => told.onSuccess?.({ view, user, session }));
    return session;
  }

  if (waiting) {
    return (
      <CodeScreen
        key={waiting.at}
        wait={options.wait}
        codeLength={options.codeLength}
        form={{
          ...told,
          onSuccess(success) {
            onDone();
            told.onSuccess?.(success);
          },
        }}
        otpType="sms"
        to={{ name: "phone", value: waiting.to }}
        at={waiting.at}
        words={{}}
        text={
          <Announced now={waiting.fresh}>
            <Naming text={words.code_text} name="phone" value={waiting.to} />
          </Announced>
        }
        focus={waiting.fresh}
        back={{
          label: words.wrong_number,
          go() {
            submission.reset();
            setTyped(waiting.to);
            onWaiting(undefined);
          },
        }}
      />
    );
  }

  const busy = submission.sending("phone");
  const label = byPassword
    ? texts[busy ? "loading_button_label" : "button_label"]
    : words[busy ? "send_loading_button_label" : "send_button_label"];
  return (
    <>
      <Heading id={headingId} tabIndex={-1}>
        {signsUp ? words.sign_up_heading : words.sign_in_heading}
      </Heading>
      <form
        ref={ref}
        method="post"
        noValidate
        aria-labelledby={headingId}
        aria-busy={busy || undefined}
        onInput={submission.edit}
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <Container gap="large">
          <PhoneNumber
            country={country}
            onCountry={setCountry}
            countries={options.countries ?? everywhere}
            defaultValue={typed}
            labels={{
              country: words.country_label,
              number: words.number_label,
              hint: words.number_hint,
            }}
            lang={lang}
            wrong={wrong}
          />
          {byPassword && (
            <PasswordField
              name="password"
              label={{ htmlFor: "portico-phone-password", children: texts.password_label }}
              input={{
                id: "portico-phone-password",
                name: "password",
                autoComplete: signsUp ? "new-password" : "current-password",
                "aria-required": true,
              }}
              form={form}
            />
          )}
          <Button color="primary" type="submit" {...submission.busy("phone")}>
            {label}
          </Button>
        </Container>
      </form>
      <Said form={form}>
        <After />
      </Said>
      <div className="portico-ways">
        {options.password !== false && (
          <button
            type="button"
            className="portico-way"
            onClick={() => {
              submission.reset();
              setByPassword(!byPassword);
            }}
          >
            {byPassword ? words.by_code : words.by_password}
          </button>
        )}
        <button
          type="button"
          className="portico-way"
          onClick={() => {
            submission.reset();
            onBack();
          }}
        >
          {words.use_email}
        </button>
      </div>
    </>
  );
}

/** The country of the browser's language, as far as it says one. */
function countryHere(): string {
  const region = new Intl.Locale(navigator.language).maximize().region;
  return region && callingCodes.has(region) ? region : "US";
}
