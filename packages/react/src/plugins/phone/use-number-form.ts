"use client";

import { type ComponentPropsWithRef, type RefObject, useCallback, useMemo, useState } from "react";
import { useBrowserLayoutEffect } from "../../browser-layout-effect.ts";
import { resolveCaptchaToken } from "../../form/captcha.ts";
import { FieldError } from "../../form/failure.ts";
import type { FormButton, FormField } from "../../form/form.ts";
import { formValues } from "../../form/form-values.ts";
import { notify } from "../../form/notify.ts";
import type { FormOptions } from "../../form/options.ts";
import { useFormEngine } from "../../form/use-form-engine.ts";
import type { SubmissionHandle } from "../../form/use-submission.ts";
import type { Words } from "../../i18n/en.ts";
import { withoutUndefined } from "../without-undefined.ts";
import type { PluginLocalization, PluginWords } from "../words.ts";
import { wordsFor } from "../words-for.ts";
import { callingCodes } from "./calling-codes.ts";
import { phone as english } from "./en.ts";
import { countryOf, e164 } from "./number.ts";
import type { PhoneOptions } from "./options.ts";

/** A button for another action of the form. */
export interface WayOn {
  readonly type: "button";
  readonly children: string;
  readonly onClick: () => void;
}

/** The form for a phone number, for your own markup. Spread the props of each part on its element. */
export interface NumberForm {
  readonly words: PluginWords["phone"];
  readonly form: ComponentPropsWithRef<"form">;
  readonly heading: { readonly id: string; readonly tabIndex: -1; readonly children: string };
  /** The countries to choose from, sorted by name: the values and their texts. */
  readonly country: {
    readonly label: FormField["label"];
    readonly select: Omit<ComponentPropsWithRef<"select">, "size">;
    readonly options: readonly (readonly [value: string, text: string])[];
  };
  readonly number: Omit<FormField, "name">;
  /** The password field, if there is one. */
  readonly password: FormField | undefined;
  readonly button: FormButton;
  /** The button that switches between code and password. */
  readonly other: WayOn | undefined;
}

/** The methods for the component that contains the form. */
interface NumberFormHandle extends NumberForm {
  /** Fills in a number. */
  readonly write: (number: string) => void;
  /** Focuses the number field. */
  readonly focus: () => void;
}

interface NumberFormOptions extends FormOptions {
  localization?: PluginLocalization;
}

/** The parts that the form shares with the form that contains it. */
interface ParentForm {
  signsUp: boolean;
  words: Words;
  submission: SubmissionHandle;
  /** The id of the element that shows the failure. */
  alertId: string;
  /** Called when a code was sent to this number. */
  onSent: (number: string) => void;
}

const allCountries = [...callingCodes.keys()];

/**
 * Asks for a phone number of any country, and for a password if enabled. The country is selected in a list, or detected
 * from a number in international format.
 */
export function useNumberForm(
  { signsUp, words: formWords, submission, alertId, onSent }: ParentForm,
  formOptions: NumberFormOptions,
  options: PhoneOptions,
): NumberFormHandle {
  const { localization, supabaseClient } = formOptions;
  const words = wordsFor("phone", english, localization);
  const texts = formWords[signsUp ? "sign_up" : "sign_in"];
  const { countries = allCountries } = options;
  const [country, setCountry] = useState(options.country);
  const [byPassword, setByPassword] = useState(signsUp && options.password !== false);
  const [typedNumber, setTypedNumber] = useState("");
  const guess = useLocaleGuess();
  const lang = localization?.lang ?? guess?.lang;
  const countryOptions = useMemo(
    () => (guess ? sortedCountries(countries, lang) : []),
    [countries, guess, lang],
  );
  const engine = useFormEngine(submission, alertId);
  const { id, ref } = engine;
  // A number that the browser fills in with its country code determines the country.
  const chosenCountry = country ?? guess?.country ?? defaultCountry;
  const detectedCountry = countryOf(typedNumber, chosenCountry);
  const isBusy = submission.sending("phone");
  const focus = useCallback(() => ref.current?.querySelector("input")?.focus(), [ref]);

  async function send(form: HTMLFormElement) {
    const values = formValues(form);
    const number = e164(values.phone, chosenCountry);
    if (!number) throw new FieldError("phone", words.number_invalid);
    const session = await request(number, values.password);
    if (!session) onSent(number);
    return undefined;
  }

  /** Sends the number. Returns null if a code was sent. */
  async function request(number: string, password: string) {
    const { auth } = supabaseClient;
    const captcha = await resolveCaptchaToken(formOptions);
    const { additionalData: data, shouldCreateUser } = formOptions;
    const create = signsUp ? true : shouldCreateUser;
    const response = !byPassword
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
    if (response.error) throw response.error;
    const { session, user } = response.data;
    notify(() => formOptions.onSuccess?.({ view: signsUp ? "sign_up" : "sign_in", user, session }));
    return session;
  }

  return {
    words,
    heading: {
      id: `${id}heading`,
      tabIndex: -1,
      children: signsUp ? words.sign_up_heading : words.sign_in_heading,
    },
    form: {
      ...engine.form("phone", send),
      ref: ref as RefObject<HTMLFormElement | null>,
      "aria-labelledby": `${id}heading`,
    },
    country: {
      label: { htmlFor: `${id}country`, children: words.country_label },
      select: {
        id: `${id}country`,
        autoComplete: "off",
        value: detectedCountry ?? chosenCountry,
        onChange(event) {
          setCountry(event.currentTarget.value);
          if (detectedCountry) setTypedNumber("");
        },
      },
      options: countryOptions,
    },
    number: {
      label: { htmlFor: `${id}phone`, children: words.number_label },
      input: {
        type: "tel",
        autoComplete: "tel",
        placeholder: words.number_hint,
        "aria-required": true,
        ...engine.field("phone"),
        value: typedNumber,
        onChange(event) {
          const { value } = event.currentTarget;
          setTypedNumber(value);
          const next = countryOf(value, chosenCountry);
          if (next) setCountry(next);
        },
      },
    },
    password: byPassword
      ? {
          name: "password",
          label: { htmlFor: `${id}password`, children: texts.password_label },
          input: {
            ...engine.field("password"),
            type: "password",
            autoComplete: signsUp ? "new-password" : "current-password",
            "aria-required": true,
          },
        }
      : undefined,
    button: {
      ...engine.button("phone"),
      children: byPassword
        ? texts[isBusy ? "loading_button_label" : "button_label"]
        : words[isBusy ? "send_loading_button_label" : "send_button_label"],
    },
    other:
      options.password === false
        ? undefined
        : {
            type: "button",
            children: byPassword ? words.by_code : words.by_password,
            onClick() {
              submission.reset();
              setByPassword(!byPassword);
            },
          },
    write: setTypedNumber,
    focus,
  };
}

/** The initial country if the browser's language has none. */
const defaultCountry = "US";

/**
 * Returns the language of the page, and the country of the browser's language. Undefined on a server, which knows
 * neither and may name countries differently; set before the first paint.
 */
function useLocaleGuess():
  | { readonly lang: string | undefined; readonly country: string }
  | undefined {
  const [guess, setGuess] = useState<ReturnType<typeof useLocaleGuess>>();
  useBrowserLayoutEffect(() => {
    const { region } = new Intl.Locale(navigator.language).maximize();
    setGuess({
      lang: document.documentElement.lang || undefined,
      country: region && callingCodes.has(region) ? region : defaultCountry,
    });
  }, []);
  return guess;
}

/** Returns the countries with their names and calling codes, sorted by name. */
function sortedCountries(countries: readonly string[], lang: string | undefined) {
  const names = new Intl.DisplayNames(lang, { type: "region" });
  const { compare } = new Intl.Collator(lang);
  return countries
    .map((code) => [code, `${names.of(code)} (+${callingCodes.get(code)})`] as const)
    .sort(([, item], [, other]) => compare(item, other));
}
