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
import { textsFor } from "../texts-for.ts";
import { withoutUndefined } from "../without-undefined.ts";
import type { PluginLocalization, PluginWords } from "../words.ts";
import { callingCodes } from "./calling-codes.ts";
import { phone as english } from "./en.ts";
import { countryOf, toE164 } from "./number.ts";
import type { PhoneOptions } from "./options.ts";

/** A button for a secondary action of the form. */
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
  /** The countries to choose from, sorted by name, as values and texts. */
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

/** The form, with methods for the component that uses it. */
interface NumberFormHandle extends NumberForm {
  /** Sets the value of the number field. */
  readonly setNumber: (number: string) => void;
  /** Focuses the number field. */
  readonly focus: () => void;
}

interface NumberFormOptions extends FormOptions {
  localization?: PluginLocalization;
}

/** What the phone form needs from the form that contains it. */
interface ParentForm {
  isSignUp: boolean;
  texts: Words;
  submission: SubmissionHandle;
  /** The id of the element that shows the failure. */
  alertId: string;
  /** Called with the number to which a code was sent. */
  onSent: (number: string) => void;
}

const allCountries = [...callingCodes.keys()];

/**
 * Returns a form for a phone number from any country, and for a password if enabled. The user selects the country from
 * a list, or the form detects it in a number in international format.
 */
export function useNumberForm(
  { isSignUp, texts: formTexts, submission, alertId, onSent }: ParentForm,
  formOptions: NumberFormOptions,
  options: PhoneOptions,
): NumberFormHandle {
  const { localization, supabaseClient } = formOptions;
  const texts = textsFor("phone", english, localization);
  const viewTexts = formTexts[isSignUp ? "sign_up" : "sign_in"];
  const { countries = allCountries } = options;
  const [country, setCountry] = useState(options.country);
  const [usesPassword, setUsesPassword] = useState(isSignUp && options.password !== false);
  const [typedNumber, setTypedNumber] = useState("");
  const browserLocale = useBrowserLocale();
  const lang = localization?.lang ?? browserLocale?.lang;
  const countryOptions = useMemo(
    () => (browserLocale ? sortedCountries(countries, lang) : []),
    [countries, browserLocale, lang],
  );
  const engine = useFormEngine(submission, alertId);
  const { id, ref } = engine;
  // The browser may fill in a number with a calling code, which then determines the country.
  const selectedCountry = country ?? browserLocale?.country ?? defaultCountry;
  const detectedCountry = countryOf(typedNumber, selectedCountry);
  const isBusy = submission.sending("phone");
  const focus = useCallback(() => ref.current?.querySelector("input")?.focus(), [ref]);

  async function send(form: HTMLFormElement) {
    const values = formValues(form);
    const number = toE164(values.phone, selectedCountry);
    if (!number) throw new FieldError("phone", texts.number_invalid);
    const session = await request(number, values.password);
    if (!session) onSent(number);
    return undefined;
  }

  /** Sends the number, and returns the session or null if a code was sent. */
  async function request(number: string, password: string) {
    const { auth } = supabaseClient;
    const captcha = await resolveCaptchaToken(formOptions);
    const { additionalData: data, shouldCreateUser } = formOptions;
    const otpOptions = withoutUndefined({
      data,
      shouldCreateUser: isSignUp ? true : shouldCreateUser,
    });
    const response = !usesPassword
      ? await auth.signInWithOtp({
          phone: number,
          options: { ...captcha, ...otpOptions },
        })
      : isSignUp
        ? await auth.signUp({
            phone: number,
            password,
            options: { ...captcha, ...withoutUndefined({ data }) },
          })
        : await auth.signInWithPassword({ phone: number, password, options: { ...captcha } });
    if (response.error) throw response.error;
    const { session, user } = response.data;
    notify(() =>
      formOptions.onSuccess?.({ view: isSignUp ? "sign_up" : "sign_in", user, session }),
    );
    return session;
  }

  return {
    words: texts,
    heading: {
      id: `${id}heading`,
      tabIndex: -1,
      children: isSignUp ? texts.sign_up_heading : texts.sign_in_heading,
    },
    form: {
      ...engine.form("phone", send),
      ref: ref as RefObject<HTMLFormElement | null>,
      "aria-labelledby": `${id}heading`,
    },
    country: {
      label: { htmlFor: `${id}country`, children: texts.country_label },
      select: {
        id: `${id}country`,
        autoComplete: "off",
        value: detectedCountry ?? selectedCountry,
        onChange(event) {
          setCountry(event.currentTarget.value);
          if (detectedCountry) setTypedNumber("");
        },
      },
      options: countryOptions,
    },
    number: {
      label: { htmlFor: `${id}phone`, children: texts.number_label },
      input: {
        type: "tel",
        autoComplete: "tel",
        placeholder: texts.number_hint,
        "aria-required": true,
        ...engine.field("phone"),
        value: typedNumber,
        onChange(event) {
          const { value } = event.currentTarget;
          setTypedNumber(value);
          const detected = countryOf(value, selectedCountry);
          if (detected) setCountry(detected);
        },
      },
    },
    password: usesPassword
      ? {
          name: "password",
          label: { htmlFor: `${id}password`, children: viewTexts.password_label },
          input: {
            ...engine.field("password"),
            type: "password",
            autoComplete: isSignUp ? "new-password" : "current-password",
            "aria-required": true,
          },
        }
      : undefined,
    button: {
      ...engine.button("phone"),
      children: usesPassword
        ? viewTexts[isBusy ? "loading_button_label" : "button_label"]
        : texts[isBusy ? "send_loading_button_label" : "send_button_label"],
    },
    other:
      options.password === false
        ? undefined
        : {
            type: "button",
            children: usesPassword ? texts.by_code : texts.by_password,
            onClick() {
              submission.reset();
              setUsesPassword(!usesPassword);
            },
          },
    setNumber: setTypedNumber,
    focus,
  };
}

/** The initial country if the browser's language has no region. */
const defaultCountry = "US";

/**
 * Returns the language of the page, and the country of the browser's language. Returns undefined on a server, which
 * knows neither and may name countries differently. The browser sets them before the first paint.
 */
function useBrowserLocale():
  | { readonly lang: string | undefined; readonly country: string }
  | undefined {
  const [browserLocale, setBrowserLocale] = useState<ReturnType<typeof useBrowserLocale>>();
  useBrowserLayoutEffect(() => {
    const { region } = new Intl.Locale(navigator.language).maximize();
    setBrowserLocale({
      lang: document.documentElement.lang || undefined,
      country: region && callingCodes.has(region) ? region : defaultCountry,
    });
  }, []);
  return browserLocale;
}

/** Returns the countries with their names and calling codes, sorted by name. */
function sortedCountries(countries: readonly string[], lang: string | undefined) {
  const names = new Intl.DisplayNames(lang, { type: "region" });
  const { compare } = new Intl.Collator(lang);
  return countries
    .map((code) => [code, `${names.of(code)} (+${callingCodes.get(code)})`] as const)
    .sort(([, a], [, b]) => compare(a, b));
}
